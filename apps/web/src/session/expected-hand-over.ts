import { tabStorage } from './browser-storage.ts'

/** Milliseconds that the gateway allows for a sign-in at a provider (T-44). */
const longestMs = 10 * 60_000

const storageKey = 'gatehouse.hand-over-expected'

/**
 * Records that this tab has gone to a provider. Tokens that this tab did not request may come from an
 * attacker, whose link would make a person work in a stranger's account.
 */
export function expectHandOver(): void {
  tabStorage.write(storageKey, String(Date.now()))
}

/** Whether this tab has gone to a provider within ten minutes (T-104). The record is removed by this call. */
export function takeExpectedHandOver(): boolean {
  const isExpected = isRecent(tabStorage.read(storageKey), Date.now())
  tabStorage.write(storageKey, undefined)
  return isExpected
}

/** Whether a note was made at most ten minutes before a moment, both in milliseconds. */
export function isRecent(noted: string | null, now: number): boolean {
  const age = noted === null ? Number.NaN : now - Number(noted)
  return age >= 0 && age <= longestMs
}
