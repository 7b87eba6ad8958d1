import { registerContract, tokenSignerContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { createJwtTokenSigner } from './jwt-token-signer.ts'

registerContract(
  { describe, it },
  'jsonwebtoken',
  tokenSignerContract({ open: async () => createJwtTokenSigner() }),
)
