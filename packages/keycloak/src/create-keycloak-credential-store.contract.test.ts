import { credentialStoreContract, registerContract } from '@gatehouse/auth-core/contracts'
import { afterAll, describe, it, jest } from '@jest/globals'
import { unusedUrl } from '../test-support/fake-server.ts'
import { startFaultProxy } from '../test-support/fault-proxy.ts'
import { createMemoryRealmAccounts } from '../test-support/memory-realm-accounts.ts'
import { openStore, realmTimeout, runningKeycloak } from '../test-support/running-keycloak.ts'
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

const proxy = await startFaultProxy(runningKeycloak().url)
afterAll(() => proxy.close())

// One store for all: it makes the realm of the decoy once.
const shared = openStore({ url: proxy.url })

/** Each refused check ends with a look at the failures that Keycloak has counted for the user. */
const looks = () => proxy.requests.filter((line) => line.includes('/attack-detection/')).length

registerContract(
  { describe, it },
  'Keycloak',
  credentialStoreContract({
    open: () => shared,
    async checksDuring(work) {
      const before = looks()
      await work()
      return looks() - before
    },
    openBroken: async () => openStore({ url: await unusedUrl(), realmAccounts: knowingAccounts }),
  }),
)
