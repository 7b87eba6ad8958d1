import { describe, it } from '@jest/globals'
import { credentialStoreContract } from '../contracts/credential-store-contract.ts'
import { registerContract } from '../contracts/register-contract.ts'
import { down } from '../down.ts'
import { createMemoryCredentialStore } from './memory-credential-store.ts'

const fail = down('credential_store')
const store = createMemoryCredentialStore()

registerContract(
  { describe, it },
  'memory',
  credentialStoreContract({
    open: async () => store,
    async checksDuring(work) {
      const before = store.checks
      await work()
      return store.checks - before
    },
    openBroken: async () => ({
      createTenant: fail,
      removeTenant: fail,
      checkPassword: fail,
      checkNobody: fail,
      setPassword: fail,
      setEnabled: fail,
      setGroups: fail,
      setRole: fail,
      addUser: fail,
      setProfile: fail,
      removeUser: fail,
      checkReady: fail,
    }),
  }),
)
