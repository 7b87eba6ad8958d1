import type { LoadedProvider } from './load-provider.ts'

/** The metadata of a provider, loaded again when it is old. */
export interface ProviderCache {
  /** The cached metadata; asks the provider only while there is none. @throws {PortError} `oidc_provider` */
  current(): Promise<LoadedProvider>
  /**
   * Asks the provider if what is known is more than an hour old. When that fails, what is known
   * stays.
   *
   * @throws {PortError} `oidc_provider`
   */
  refresh(): Promise<void>
}

/** Milliseconds for which the metadata counts as fresh. Keys have a shorter lifetime of their own. */
const freshMs = 60 * 60 * 1000

/** A cache for one provider. @param load Asks the provider; concurrent callers share one call. */
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
      // Metadata that was loaded while the clock was ahead counts as old too.
      const age = known && Math.abs(now().getTime() - known.since)
      if (age === undefined || age >= freshMs) await loadOnce()
    },
  }
}
