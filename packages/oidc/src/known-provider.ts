import type { KnownProvider } from './load-configuration.ts'

/** What is known of a provider, brought up to date now and then. */
export interface ProviderKnowledge {
  /** What is known; asks the provider only while nothing is. */
  current(): Promise<KnownProvider>
  /** Asks again if what is known is old. What is known stays when that fails. */
  refresh(): Promise<void>
}

/** How long it is left at that. Keys have a shorter life of their own. */
const freshMs = 60 * 60 * 1000

/** @param load Asks the provider. However many want to know at once, it is called once. */
export function createProviderKnowledge(
  load: () => Promise<KnownProvider>,
  now: () => Date,
): ProviderKnowledge {
  let known: { readonly provider: KnownProvider; readonly since: number } | undefined
  let loading: Promise<KnownProvider> | undefined

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
      if (!known || now().getTime() - known.since >= freshMs) await loadOnce()
    },
  }
}
