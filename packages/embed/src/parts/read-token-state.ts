import { createLiveEndings, type LiveEndings } from '@gatehouse/auth-core'
import type { KeyRingSource, Ports, SigningKey } from '@gatehouse/auth-core/ports'

/** What tokens are checked by in a process that signs none. */
export interface ReadTokenState {
  /** The signing keys, as they were last read. */
  readonly keyRing: KeyRingSource
  /** The endings, as they were last read. */
  readonly endings: LiveEndings
  /** Reads both; what is known stays known when that fails. @throws {PortError} `store` */
  reload(): Promise<void>
  /** Seconds since both began to be read for the last time; infinite before. */
  ageSeconds(): number
}

/**
 * Reads keys and endings, and changes nothing: it never rotates.
 *
 * @param now Milliseconds of a clock that is never set, and that goes on while the process is paused.
 */
export function createReadTokenState(
  ports: Pick<Ports, 'clock' | 'store'>,
  now: () => number,
): ReadTokenState {
  const endings = createLiveEndings(ports)
  let keys: readonly SigningKey[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return {
    keyRing: { current: () => keys },
    endings,
    async reload() {
      const startedAt = now()
      const read = await ports.store.transaction((tx) => tx.signingKeys.list())
      await endings.reload()
      // The same array is kept while the keys are the same, because verified tokens are cached for it.
      if (JSON.stringify(read) !== JSON.stringify(keys)) keys = read
      readAt = startedAt
    },
    ageSeconds: () => (now() - readAt) / 1000,
  }
}
