import { credentialStoreContract } from '@gatehouse/auth-core/contracts'
import { jest } from '@jest/globals'
import { unusedUrl } from '../test-support/fake-server.ts'
import { createMemoryRealmAccounts } from '../test-support/memory-realm-accounts.ts'
import { openStore, realmTimeout } from '../test-support/running-keycloak.ts'
import type { RealmAccount, RealmAccounts } from './realm-account.ts'

jest.setTimeout(realmTimeout)

const account: RealmAccount = {
  reservation: 'reservation',
  realm: 'realm',
  status: 'live',
  secrets: { login: 'secret', admin: 'secret' },
  since: new Date(),
}

/** Knows an account for whatever it is asked, so that Keycloak is asked for everything. */
const knowingAccounts: RealmAccounts = {
  ...createMemoryRealmAccounts(),
  find: async (reservation) => ({ ...account, reservation }),
  findLive: async (realm) => ({ ...account, realm }),
}

// One store for all: it makes the realm of the decoy once.
const shared = openStore()

credentialStoreContract('Keycloak', {
  open: () => shared,
  openBroken: async () => openStore({ url: await unusedUrl(), realmAccounts: knowingAccounts }),
})
