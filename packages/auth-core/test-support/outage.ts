import { PortError, type Store } from '../src/ports/index.ts'

/** When a database goes away: at which transaction. */
export interface Outage {
  /** The first transaction is 1. */
  readonly atCall: number
  /** Whether that transaction is committed. */
  readonly effect: 'lost' | 'done'
}

/** Every way to go away within so many transactions. */
export function outagesWithin(calls: number): readonly Outage[] {
  const effects = ['lost', 'done'] as const
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((atCall) =>
    effects.map((effect) => ({ atCall, effect })),
  )
}

/** A store that goes away, and is back once its `sleep` was called. */
export function storeWithOutage(store: Store, { atCall, effect }: Outage) {
  let calls = 0
  let isBack = false
  const flaky: Store = {
    ...store,
    async transaction(work) {
      calls += 1
      if (calls < atCall || isBack) return store.transaction(work)
      if (calls === atCall && effect === 'done') await store.transaction(work)
      throw new PortError('store', 'unavailable')
    },
  }
  const sleep = async () => {
    isBack = true
  }
  return { store: flaky, sleep }
}
