/**
 * Needs an OpenLDAP at `LDAP_URL`, with an entry `LDAP_BASE` below which `LDAP_DN` with the password `LDAP_PASSWORD` may do
 * everything.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { after, describe, it } from 'node:test'
import { credentialStoreContract, registerContract } from '@gatehouse/auth-core/contracts'
import { Client } from 'ldapts'
import type { DirectoryOptions } from './directory.ts'
import { createLdapCredentialStore } from './ldap-credential-store.ts'

const { LDAP_URL = 'ldap://127.0.0.1:389', LDAP_DN = '', LDAP_PASSWORD = '' } = process.env
const base = process.env.LDAP_BASE ?? 'ou=gatehouse,dc=example,dc=com'
const administrator = { dn: LDAP_DN, password: LDAP_PASSWORD }

/** Counts the connections to the directory: each check makes one for its bind. */
let connections = 0
const counting = createServer((socket) => {
  connections += 1
  const { hostname, port } = new URL(LDAP_URL)
  const upstream = connect(Number(port), hostname)
  for (const [from, to] of [[socket, upstream] as const, [upstream, socket] as const]) {
    from.on('error', () => to.destroy()).pipe(to)
  }
})
const url = await listen(counting)
after(() => counting.close())

const open = (changes: Partial<DirectoryOptions> = {}) =>
  createLdapCredentialStore({ url, base, administrator, ...changes })

registerContract(
  { describe, it },
  'LDAP',
  credentialStoreContract({
    open: async () => open(),
    openBroken: async () => open({ url: 'ldap://127.0.0.1:1' }),
    async checksDuring(work) {
      const before = connections
      await work()
      return connections - before
    },
  }),
)

const tenant = { id: `tenant-${randomUUID()}`, name: 'Engines', reservation: 'r-1' }
const ada = {
  ...{ username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  password: 'lovelace-1843',
}

describe('a person in the directory', () => {
  it('has a password that the directory has hashed, and a profile that others read', async () => {
    const store = open()
    await store.createTenant(tenant, ada)
    const client = new Client({ url })
    await client.bind(administrator.dn, administrator.password)
    const { searchEntries } = await client.search(base, {
      filter: `(&(uid=ada)(entryDN:dnSubtreeMatch:=ou=${tenant.id},${base}))`,
      attributes: ['mail', 'sn', 'userPassword'],
    })
    const [entry] = searchEntries
    assert.deepEqual([entry?.mail, entry?.sn], ['ada@example.com', 'Lovelace'])
    assert.match(String(entry?.userPassword), /^\{[A-Z0-9]+\}/)
    await client.unbind()
    await store.removeTenant(tenant)
  })

  it('comes back under the same name without the groups of the one before', async () => {
    const store = open()
    const first = await store.createTenant(tenant, ada)
    const user = { tenantId: tenant.id, username: 'ada', credentialId: first?.credentialId ?? '' }
    await store.setGroups(user, ['ops'])
    await store.removeUser(user)
    const again = await store.addUser(tenant.id, ada, [])
    assert.deepEqual(again?.groups, [])
    assert.notEqual(again?.credentialId, first?.credentialId)
    assert.deepEqual(await store.checkPassword(user, ada.password), { accepted: false })
    await store.removeTenant(tenant)
  })

  it('is in one group, however it is spelled', async () => {
    const store = open()
    const made = await store.createTenant(tenant, ada)
    const user = { tenantId: tenant.id, username: 'ada', credentialId: made?.credentialId ?? '' }
    assert.deepEqual(await store.setGroups(user, ['Ops', 'ops']), ['Ops'])
    await store.removeTenant(tenant)
  })
})

it('gives up on a directory that is silent', async () => {
  const silent = createServer((socket) => socket.resume())
  const store = open({ url: await listen(silent), timeoutMs: 200 })
  await assert.rejects(store.checkNobody('a password'), { failure: 'timeout' })
  silent.close()
})

it('sends no password in the clear, except on this machine', () => {
  assert.throws(() => open({ url: 'ldap://directory.example.com' }), TypeError)
  assert.ok(open({ url: 'ldaps://directory.example.com' }))
})

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`ldap://127.0.0.1:${(server.address() as { port: number }).port}`)
    })
  })
}
