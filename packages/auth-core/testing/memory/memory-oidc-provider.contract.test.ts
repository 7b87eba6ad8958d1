import { describe, it } from '@jest/globals'
import type { OidcProvider } from '../../src/ports/index.ts'
import { oidcProviderContract } from '../contracts/oidc-provider-contract.ts'
import { registerContract } from '../contracts/register-contract.ts'
import { down } from '../down.ts'
import { createMemoryOidcProvider, type MemoryOidcProvider } from './memory-oidc-provider.ts'

const fail = down('oidc_provider')
const opened = new WeakMap<OidcProvider, MemoryOidcProvider>()

registerContract(
  { describe, it },
  'memory',
  oidcProviderContract({
    open: async () => {
      const provider = createMemoryOidcProvider()
      opened.set(provider, provider)
      return provider
    },
    openBroken: async () => ({ start: fail, finish: fail }),
    signIn: async (provider, redirectTo, { subject, email, emailVerified }) =>
      handleOf(provider).signIn(redirectTo, { subject, email, emailVerified }),
    decline: async (provider, redirectTo) => handleOf(provider).decline(redirectTo),
  }),
)

function handleOf(provider: OidcProvider): MemoryOidcProvider {
  const handle = opened.get(provider)
  if (!handle) throw new TypeError('not a provider of this test')
  return handle
}
