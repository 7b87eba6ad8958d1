import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  type MailServer,
  runGatehouse,
  startGateway,
  startMailServer,
  unlimited,
} from '@gatehouse/gateway/testing'
import { type OwnKeycloak, openOwnKeycloak } from '@gatehouse/test-services'
import { postJson } from '../post-json.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { countSessions, removeRealms } from './operator.ts'

/** A person who has signed up, in an organization of their own. */
export interface Member {
  readonly email: string
  readonly password: string
  /** The name of the organization's realm. */
  readonly realm: string
}

/** A Keycloak with a gateway in front of it, all of it new. Times are in milliseconds. */
export interface KeycloakEnvironment {
  /** The address of the gateway's auth routes. */
  readonly url: string
  /** All members, in the order in which they signed up. */
  readonly members: readonly Member[]
  /** Signs up a new member. @returns The time it took. @throws {Error} Unless the answer is 201. */
  signUp(): Promise<number>
  /** Logs a member in. @returns The time it took. @throws {Error} Unless the answer is 200. */
  logIn(member: Member): Promise<number>
  /** Confirms a member's address, with the link of the mail. @throws {Error} Unless the answer is 200. */
  confirm(member: Member): Promise<void>
  /** Removes the realms of all but the first members, without the gateway. */
  keepFirst(count: number): Promise<void>
  /** How many sessions Keycloak has in the members' realms. */
  countSessions(): Promise<number>
  /** Ends all of it, and removes its data. */
  close(): Promise<void>
}

/** Enough for the caches of a few hundred realms. */
const memory = { JAVA_OPTS_KC_HEAP: '-Xms256m -Xmx1g' }

/** So long that no request is given up, because the duration is what is measured. */
const timeouts = { KEYCLOAK_TIMEOUT_SECONDS: '120', KEYCLOAK_REALM_TIMEOUT_SECONDS: '150' }

/**
 * Starts all of it.
 *
 * @param keycloakEnv More settings of Keycloak.
 * @param settings Those of the gateway, without limits unless they are given.
 */
export async function openKeycloakEnvironment(
  keycloakEnv: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = { ...unlimited, ...timeouts },
): Promise<KeycloakEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const keycloak = await openOwnKeycloak({ ...memory, ...keycloakEnv })
  const mail = await startMailServer()
  const gateway = await startGateway({
    ...(await settingsFor(keycloak, mail)),
    ...settings,
    DATA_DIR: dataDir,
  })
  pinnedTo(cores.measured, gateway)
  const url = `${gateway.url}/api/auth`
  const post = (path: string, body: object) => timedPost(`${url}/${path}`, body)
  let members: readonly Member[] = []
  let made = 0

  return {
    url,
    get members() {
      return members
    },
    async signUp() {
      made += 1
      const { member, body } = newcomer(made)
      const ms = await post('signup', body)
      members = [...members, member]
      return ms
    },
    logIn: ({ email, password }) => post('login', { email, password }),
    async confirm({ email, password }) {
      const { text } = await mail.waitFor(email, /confirm/i)
      const [, token = ''] = /token=([\w-]+)/.exec(text) ?? []
      await post('verify-email', { token, password })
    },
    async keepFirst(count) {
      const leaving = members.slice(count).map(({ realm }) => realm)
      members = members.slice(0, count)
      await removeRealms(keycloak.service(), leaving)
    },
    countSessions: () =>
      countSessions(
        keycloak.service(),
        members.map(({ realm }) => realm),
      ),
    async close() {
      await gateway.stop()
      await mail.stop()
      await keycloak.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function newcomer(number: number) {
  const email = `member${number}@example.com`
  const password = `correct horse battery ${number}`
  const realm = `organization-${number}`
  const names = { username: `member${number}`, first_name: 'Ada', last_name: 'Lovelace' }
  const organization = { organization_name: realm, company_name: `Organization ${number}` }
  return {
    member: { email, password, realm },
    body: { ...names, email, password, ...organization },
  }
}

async function timedPost(url: string, body: object): Promise<number> {
  const begun = performance.now()
  await postJson(url, body)
  return performance.now() - begun
}

async function settingsFor(
  keycloak: OwnKeycloak,
  mail: MailServer,
): Promise<Readonly<Record<string, string>>> {
  const { url, admin } = keycloak.service()
  const { code, output, errors } = await runGatehouse(['keycloak', 'init'], {
    KEYCLOAK_URL: url,
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  })
  if (code !== 0) throw new Error(`gatehouse keycloak init: ${errors}`)
  const [, printed = ''] = output.split('\n\n')
  return {
    ...(parseEnv(printed) as Record<string, string>),
    SMTP_URL: mail.url,
    // Nothing is asked of it.
    MACHINE_BACKEND_URL: 'http://127.0.0.1:9',
  }
}
