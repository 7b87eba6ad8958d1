import { tokenSignerContract } from '@gatehouse/auth-core/contracts'
import { createJwtTokenSigner } from './jwt-token-signer.ts'

tokenSignerContract('jsonwebtoken', { open: async () => createJwtTokenSigner() })
