import type { Defect } from '../defect.ts'

/** Defects of the client of OpenID Connect providers. */
export const oidcDefects: readonly Defect[] = [
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'nonce: transaction.nonce,',
    replace: '',
    breaks: 'an ID token has the nonce of the transaction',
  },
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'codeVerifier: randomPKCECodeVerifier()',
    replace: `codeVerifier: 'a'.repeat(43)`,
    breaks: 'each start has a verifier of its own',
  },
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'state: randomState()',
    replace: `state: 'a'.repeat(43)`,
    breaks: 'each start has a state of its own',
  },
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier)',
    replace: 'code_challenge: transaction.codeVerifier',
    breaks: 'the verifier is not shown',
  },
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'emailVerified: source.email_verified',
    replace: 'emailVerified: true',
    breaks: 'an address is as verified as the provider says',
  },
  {
    file: 'packages/oidc/src/openid-client-oidc-provider.ts',
    find: 'subject: claims.sub',
    replace: 'subject: String(claims.email)',
    breaks: 'the subject is that of the token',
  },
  {
    file: 'packages/oidc/src/answer-of-error.ts',
    find: `if (error === 'access_denied') return { kind: 'cancelled' }`,
    replace: '',
    breaks: 'it is told when the person declines',
  },
  {
    file: 'packages/oidc/src/answer-of-error.ts',
    find: `return rejected(knownErrors.has(error) ? error : 'provider_error')`,
    replace: 'return rejected(error)',
    breaks: 'no text of a browser is repeated',
  },
]
