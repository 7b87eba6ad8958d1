import type { OidcAttempt, OidcLoginStarted } from '../src/index.ts'
import type { OidcIdentity } from '../src/ports/index.ts'
import { createMemoryOidcProvider, type MemoryOidcProvider } from '../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../testing/test-environment.ts'

/** A {@link TestEnvironment} with two providers to sign in at. */
export interface ProviderEnvironment {
  /** The use cases and their ports. */
  readonly environment: TestEnvironment
  /** `provider_a`. */
  readonly a: MemoryOidcProvider
  /** `provider_b`. */
  readonly b: MemoryOidcProvider
  /** How often a provider was asked to redeem something. */
  readonly redeemed: () => number
  /** Makes an authorization request at `provider_a`, unless said otherwise. */
  start(provider?: string): Promise<OidcLoginStarted>
  /** Finishes an attempt with the query of a callback. */
  finish(
    started: { readonly attempt: OidcAttempt | null },
    query: string,
    provider?: string,
  ): Finished
  /** A whole login at `provider_a`, with these claims. */
  arrive(claims?: Partial<OidcIdentity>): Finished
}

type Finished = ReturnType<TestEnvironment['auth']['finishOidcLogin']>

/** An environment whose people have the address that the providers vouch for. */
export function createProviderEnvironment(
  options: TestEnvironmentOptions = {},
): ProviderEnvironment {
  const a = createMemoryOidcProvider('https://a.example')
  const b = createMemoryOidcProvider('https://b.example')
  let redeemed = 0
  const counted = (provider: MemoryOidcProvider): MemoryOidcProvider => ({
    ...provider,
    finish(query, transaction) {
      redeemed += 1
      return provider.finish(query, transaction)
    },
  })
  const oidcProviders = new Map([
    ['provider_a', counted(a)],
    ['provider_b', counted(b)],
  ])
  const environment = createTestEnvironment({
    ...options,
    ports: { oidcProviders, ...options.ports },
  })

  const start: ProviderEnvironment['start'] = async (provider = 'provider_a') =>
    outcomeOf(
      'oidc_started',
      await environment.auth.startOidcLogin({ provider, from: environment.from() }),
    )

  const finish: ProviderEnvironment['finish'] = ({ attempt }, query, provider = 'provider_a') =>
    environment.auth.finishOidcLogin({ provider, query, attempt, from: environment.from() })

  return {
    environment,
    a,
    b,
    redeemed: () => redeemed,
    start,
    finish,
    async arrive(claims) {
      const started = await start()
      return finish(started, a.signIn(started.redirectTo, claims))
    },
  }
}
