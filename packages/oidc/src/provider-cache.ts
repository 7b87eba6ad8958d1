import type { LoadedProvider } from './load-provider.ts'

/** What is known of a provider, brought up to date now and then. */
export interface ProviderCache {
  /** What is known; asks the provider only while nothing is. @throws {PortError} `oidc_provider` */
  current(): Promise<LoadedProvider>
  /**
   * Asks the provider if what is known is more than an hour old. When that fails, what is known
   * stays.
   *
   * @throws {PortError} `oidc_provider`
   */
  refresh(): Promise<void>
}

/** So long the provider is not asked again. Keys have a shorter life of their own. */
const freshMs = 60 * 60 * 1000

/** A cache for one provider. @param load Asks the provider, once for callers at the same time. */
export function createProviderCache(
  load: () => Promise<LoadedProvider>,
  now: () => Date,
): ProviderCache {
  let known: { readonly provider: LoadedProvider; readonly since: number } | undefined
  let loading: Promise<LoadedProvider> | undefined

  const loadOnce = () => {
    loading ??= load()
      .then((provider) => {
        known = { provider, since: now().getTime() }
        return provider
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return {
    current: async () => known?.provider ?? loadOnce(),
    async refresh() {
      // One that was loaded while the clock was ahead is old, too.
      const age = known && Math.abs(now().getTime() - known.since)
      if (age === undefined || age >= freshMs) await loadOnce()
    },
  }
}
