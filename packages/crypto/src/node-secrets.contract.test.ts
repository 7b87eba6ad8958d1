import { secretsContract } from '@gatehouse/auth-core/contracts'
import { createNodeSecrets } from './node-secrets.ts'

secretsContract('node', {
  open: async () => createNodeSecrets({ masterKey: Buffer.alloc(32, 7) }),
  openWithOtherKey: async () => createNodeSecrets({ masterKey: Buffer.alloc(32, 8) }),
})
