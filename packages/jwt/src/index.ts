export { createJwtTokenSigner } from './jwt-token-signer.ts'
