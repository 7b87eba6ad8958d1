import { secretsContract } from '../contracts/secrets-contract.ts'
import { createMemorySecrets } from './memory-secrets.ts'

secretsContract('memory', {
  open: async () => createMemorySecrets(),
  openWithOtherKey: async () => createMemorySecrets({ seed: 'other' }),
})
