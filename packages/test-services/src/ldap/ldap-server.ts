import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { freePort } from '../free-port.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { run } from '../run.ts'
import type { RunningService } from '../service-file.ts'

/** An OpenLDAP on loopback that was started for tests. */
export interface LdapServer extends RunningService {
  /** Its address. */
  readonly url: string
  /** An entry without any below it. */
  readonly base: string
  /** May do everything. */
  readonly administrator: {
    /** The name of its entry. */
    readonly dn: string
    /** Its password. */
    readonly password: string
  }
}

const suffix = 'dc=example,dc=com'

/**
 * Starts a server with the schemas of Debian's package. It hashes passwords with Argon2. `removeLoopbackServer` ends
 * it.
 *
 * @throws {Error} When there is none.
 */
export async function createLdapServer(): Promise<LdapServer> {
  const program = findProgram('slapd')
  if (program === undefined) throw new Error('OpenLDAP is needed: apt-get install slapd')
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-ldap-'))
  const [port, password] = [await freePort(), randomBytes(16).toString('base64url')]
  const [file, entries] = [join(dataFolder, 'slapd.conf'), join(dataFolder, 'entries.ldif')]
  await mkdir(join(dataFolder, 'data'))
  await writeFile(file, configuration(dataFolder, password), { mode: 0o600 })
  await writeFile(entries, firstEntries)
  await run(program, ['-T', 'add', '-f', file, '-l', entries])
  const url = `ldap://127.0.0.1:${port}`
  // With a level of messages it stays in the foreground.
  const parameters = ['-f', file, '-h', url, '-d', '0']
  const server = await startLoopbackServer({ program, parameters, dataFolder, port })
  const administrator = { dn: `cn=admin,${suffix}`, password }
  return { ...server, url, base: `ou=gatehouse,${suffix}`, administrator }
}

function configuration(folder: string, password: string): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload argon2
password-hash {ARGON2}
pidfile ${join(folder, 'slapd.pid')}
database mdb
suffix "${suffix}"
rootdn "cn=admin,${suffix}"
rootpw ${password}
directory ${join(folder, 'data')}
dbnosync
index objectClass,member eq
`
}

const firstEntries = `dn: ${suffix}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=gatehouse,${suffix}
objectClass: organizationalUnit
ou: gatehouse
`
