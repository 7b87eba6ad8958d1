import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { credentialStoreContract, registerContract } from '@gatehouse/auth-core/contracts'
import { createHtpasswdCredentialStore } from './htpasswd-credential-store.ts'
import { sha512Crypt } from './sha512-crypt.ts'

const folder = mkdtempSync(join(tmpdir(), 'htpasswd-'))
after(() => rmSync(folder, { recursive: true }))

let hashes = 0
const rounds = 1000
const crypt: typeof sha512Crypt = (...given) => {
  hashes += 1
  return sha512Crypt(...given)
}
const open = async (path = folder) => createHtpasswdCredentialStore({ folder: path, rounds, crypt })

registerContract(
  { describe, it },
  'htpasswd',
  credentialStoreContract({
    open: () => open(),
    openBroken: () => open(join(folder, 'missing')),
    async checksDuring(work) {
      const before = hashes
      await work()
      return hashes - before
    },
  }),
)

const ada = {
  ...{ username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  password: 'lovelace-1843',
}
const user = { tenantId: 'engines', username: 'ada', credentialId: 'ada' }
const tenant = { id: 'engines', name: 'Engines', reservation: 'r-1' }
const file = join(folder, 'realm-engines', 'htpasswd')

it('writes hashes that web servers know', async () => {
  const store = await open()
  await store.createTenant(tenant, ada)
  assert.match(readFileSync(file, 'utf8'), /^ada:\$6\$rounds=1000\$[./0-9A-Za-z]{16}\$\S{86}\n$/)
})

it('takes a hash of a scheme that it does not know for a fault, and no wrong password', async () => {
  const store = await open()
  writeFileSync(file, 'ada:$apr1$oldsalt$oldhash\n')
  await assert.rejects(store.checkPassword(user, ada.password), { failure: 'corrupt' })
})

it('computes hashes as crypt does', () => {
  // Of the description of SHA-crypt.
  const known = [
    [
      'Hello world!',
      '$6$saltstring',
      '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    [
      'Hello world!',
      '$6$rounds=10000$saltstringsaltst',
      '$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
    ],
  ] as const
  for (const [password, setting, hash] of known) {
    assert.equal(sha512Crypt(password, setting), hash)
    assert.equal(sha512Crypt(password, hash), hash)
    assert.notEqual(sha512Crypt(`${password}!`, hash), hash)
  }
})
