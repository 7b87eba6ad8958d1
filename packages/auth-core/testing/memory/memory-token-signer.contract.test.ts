import { describe, it } from '@jest/globals'
import { registerContract } from '../contracts/register-contract.ts'
import { tokenSignerContract } from '../contracts/token-signer-contract.ts'
import { createMemoryTokenSigner } from './memory-token-signer.ts'

registerContract(
  { describe, it },
  'memory',
  tokenSignerContract({ open: async () => createMemoryTokenSigner() }),
)
