import { oidcProviderContract, registerContract } from '@gatehouse/auth-core/contracts'
import type { OidcProvider } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { type RealProvider, startGoogleLike } from '../testing/real-provider.ts'
import { visitByFetch } from '../testing/visit-by-fetch.ts'
import { createOpenidClientOidcProvider } from './openid-client-oidc-provider.ts'

const redirectUri = 'https://auth.example.com/api/auth/oidc/provider_b/callback'
const client = { clientId: 'gateway', clientSecret: 'a+secret%20of&the:client=', redirectUri }

let real: RealProvider
beforeAll(async () => {
  real = await startGoogleLike(client)
})
afterAll(() => real.close())

registerContract(
  { describe, it },
  'openid-client at a certified provider',
  oidcProviderContract({
    open: async () => create(real.issuer),
    openBroken: async () => create('http://127.0.0.1:1'),
    signIn(_provider, redirectTo, { subject, email, emailVerified }) {
      real.people.set(subject, { email, email_verified: emailVerified })
      const form = { act: 'enter', login: subject }
      return visitByFetch(redirectTo, { backAt: redirectUri, form })
    },
    decline: (_provider, redirectTo) =>
      visitByFetch(redirectTo, { backAt: redirectUri, form: { act: 'cancel' } }),
  }),
)

function create(issuer: string): OidcProvider {
  return createOpenidClientOidcProvider({
    ...client,
    issuer,
    allowHttp: true,
    now: () => new Date(),
  })
}
