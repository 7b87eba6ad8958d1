import { tokenSignerContract } from '../contracts/token-signer-contract.ts'
import { createMemoryTokenSigner } from './memory-token-signer.ts'

tokenSignerContract('memory', { open: async () => createMemoryTokenSigner() })
