import { registerContract, secretsContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { createNodeSecrets } from './node-secrets.ts'

registerContract(
  { describe, it },
  'node',
  secretsContract({
    open: async () => createNodeSecrets({ masterKey: Buffer.alloc(32, 7) }),
    openWithOtherKey: async () => createNodeSecrets({ masterKey: Buffer.alloc(32, 8) }),
  }),
)
