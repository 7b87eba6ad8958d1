import { PortError } from '@gatehouse/auth-core'
import type { Store } from '@gatehouse/auth-core/ports'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'
import { secondsSince } from './failure-of.ts'

/** Measures transactions on any database. */
export function observeStore(store: Store, instruments: Instruments): Store {
  const seconds = instruments.durations(definitions.transactionSeconds)
  const retries = instruments.counts(definitions.transactionRetries).at({})
  let open = 0
  instruments.gauge(definitions.transactionsOpen, () => [{ labels: {}, value: open }])

  return {
    ...store,
    async transaction(work) {
      const began = performance.now()
      let runs = 0
      open += 1
      const count = (outcome: string) => seconds.at({ outcome }).observe(secondsSince(began))
      try {
        const result = await store.transaction((tx) => {
          runs += 1
          return work(tx)
        })
        count('committed')
        return result
      } catch (error) {
        count(error instanceof PortError && error.port === 'store' ? error.failure : 'undone')
        throw error
      } finally {
        open -= 1
        retries.value += Math.max(0, runs - 1)
      }
    },
  }
}
