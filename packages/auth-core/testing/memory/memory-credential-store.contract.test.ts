import { credentialStoreContract } from '../contracts/credential-store-contract.ts'
import { down } from '../down.ts'
import { createMemoryCredentialStore } from './memory-credential-store.ts'

const fail = down('credential_store')

credentialStoreContract('memory', {
  open: async () => createMemoryCredentialStore(),
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
})
