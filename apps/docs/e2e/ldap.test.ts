import { createLdapServer, type LdapServer, removeLoopbackServer } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { ldapAdapterTest } from '../src/examples/adapter-tests.ts'
import { runAdapterTest, suiteTimeoutMs } from '../src/examples/run-adapter-test.ts'

jest.setTimeout(suiteTimeoutMs)

let server: LdapServer
beforeAll(async () => {
  server = await createLdapServer()
})
afterAll(() => removeLoopbackServer(server))

it('an adapter for passwords in a directory keeps the contract of its port on OpenLDAP', async () => {
  const { administrator, base, url } = server
  const printed = await runAdapterTest(ldapAdapterTest, {
    ...{ LDAP_URL: url, LDAP_BASE: base },
    ...{ LDAP_DN: administrator.dn, LDAP_PASSWORD: administrator.password },
  })
  expect(printed).toContain(ldapAdapterTest.promise)
  expect(printed).toMatch(/fail 0\n/)
})
