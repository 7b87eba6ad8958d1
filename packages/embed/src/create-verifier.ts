import { type AccessClaims, createTokenCache } from '@gatehouse/auth-core'
import { createSystemClock } from '@gatehouse/crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import pTimeout from 'p-timeout'
import { checkOptions } from './check-options.ts'
import { createErrorLog, type OnError } from './error-log.ts'
import { mergeSettings, type SettingChanges } from './merge-settings.ts'
import type { RecordsPart } from './options.ts'
import type { ReadableRecords } from './parts/adapters.ts'
import { explained } from './parts/explained.ts'
import { createReadTokenState } from './parts/read-token-state.ts'
import { type Loop, repeat } from './parts/run-jobs.ts'

/** What a verifier goes by. */
export interface VerifierOptions {
  /** The records of the service that signs: `sqlite()` or `postgres()`. Nothing in them is changed. */
  readonly records: RecordsPart
  /** The settings that differ from the defaults, as at the service that signs. */
  readonly settings?: Pick<SettingChanges, 'accessTokenSeconds' | 'issuer' | 'sessionTokenSeconds'>
  /** Gets failures of reading the records. */
  readonly onError: OnError
  /**
   * Seconds after which nothing is verified any more, when the records cannot be read: a key may have been
   * withdrawn, a session ended. Default 30.
   */
  readonly maxAgeSeconds?: number
}

/** Checks access tokens in a service that issues none. */
export interface Verifier {
  /**
   * The claims of a token that is good now.
   *
   * @param token As it came, without `Bearer`.
   * @returns `null` for any other text, and for every token while `isCurrent` is `false`.
   */
  verify(token: string): AccessClaims | null
  /** Whether the keys and the ended sessions were read lately. Otherwise a service is not ready: 503. */
  isCurrent(): boolean
  /** Reads no more, and closes the records. Then every token is refused. */
  close(): Promise<void>
}

/** Milliseconds for a round under way. */
const patienceMs = 1000

/**
 * Opens records for reading alone: it changes no table, makes no key, and runs no job but to read, each second, the
 * signing keys and what has ended.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 * @throws {Error} When the records are not there, or of another release, or cannot be read.
 */
export async function createVerifier(options: VerifierOptions): Promise<Verifier> {
  checkOptions('createVerifier', options, {
    records: 'object',
    settings: 'object?',
    onError: 'function',
    maxAgeSeconds: 'number?',
  })
  const { maxAgeSeconds = 30 } = options
  const settings = mergeSettings(options.settings)
  const log = createErrorLog(options.onError)
  const clock = createSystemClock()
  if (typeof options.records.openToRead !== 'function') {
    throw new TypeError('createVerifier: records cannot be opened by a second process')
  }
  const records = await options.records.openToRead({ clock, log })
  const state = createReadTokenState({ clock, store: records.store }, () => performance.now())
  try {
    await explained('the signing keys cannot be read', () => state.reload())
  } catch (error) {
    await records.close()
    throw error
  }
  const signer = createJwtTokenSigner()
  const cache = createTokenCache({ ...state, clock, tokenSigner: signer }, settings)
  const reading = repeat(() => state.reload(), {
    pauseSeconds: 1,
    onError: (err) => log.error({ err }, 'the signing keys cannot be read'),
  })
  let isOpen = true
  const isCurrent = () => isOpen && state.ageSeconds() <= maxAgeSeconds
  return {
    isCurrent,
    verify(token) {
      if (!isCurrent()) return null
      const outcome = cache.authenticate(token)
      return outcome.kind === 'valid' ? outcome.claims : null
    },
    async close() {
      isOpen = false
      await end(reading, records)
    },
  }
}

async function end(reading: Loop, records: ReadableRecords): Promise<void> {
  await pTimeout(reading.stop(), { milliseconds: patienceMs, message: false })
  await records.close()
}
