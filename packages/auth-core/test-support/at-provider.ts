import type { OidcAttempt, OidcIdentity, OidcLoginStarted } from '../src/index.ts'
import { createMemoryOidcProvider, type MemoryOidcProvider } from '../testing/index.ts'
import { createStage, outcomeOf, type Stage, type StageOptions } from '../testing/stage.ts'

/** A {@link Stage} with two providers to sign in at. */
export interface ProviderStage {
  readonly stage: Stage
  readonly a: MemoryOidcProvider
  readonly b: MemoryOidcProvider
  /** How often a provider was asked to redeem something. */
  readonly redeemed: () => number
  start(provider?: string): Promise<OidcLoginStarted>
  /** Comes back from a provider with this query. */
  finish(
    started: { readonly attempt: OidcAttempt | null },
    query: string,
    provider?: string,
  ): Finished
  /** All the way to `provider_a` and back, with these claims. */
  arrive(claims?: Partial<OidcIdentity>): Finished
}

type Finished = ReturnType<Stage['auth']['finishOidcLogin']>

/** Sets one up. People signed up on it have the address that the providers vouch for. */
export function createProviderStage(options: StageOptions = {}): ProviderStage {
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
  const stage = createStage({ ...options, ports: { oidcProviders, ...options.ports } })

  const start: ProviderStage['start'] = async (provider = 'provider_a') =>
    outcomeOf('oidc_started', await stage.auth.startOidcLogin({ provider, from: stage.from() }))

  const finish: ProviderStage['finish'] = ({ attempt }, query, provider = 'provider_a') =>
    stage.auth.finishOidcLogin({ provider, query, attempt, from: stage.from() })

  return {
    stage,
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
