import { describe, it } from '@jest/globals'
import { registerContract } from '../contracts/register-contract.ts'
import { secretsContract } from '../contracts/secrets-contract.ts'
import { createMemorySecrets } from './memory-secrets.ts'

registerContract(
  { describe, it },
  'memory',
  secretsContract({
    open: async () => createMemorySecrets(),
    openWithOtherKey: async () => createMemorySecrets({ seed: 'other' }),
  }),
)
