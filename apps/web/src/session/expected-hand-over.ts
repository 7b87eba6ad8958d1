/** As long as the gateway lets a sign-in at a provider take (T-44), in milliseconds. */
const longestMs = 10 * 60_000

const storageKey = 'gatehouse.hand-over-expected'

/**
 * Notes that this tab has gone to a provider. Tokens in an address that this tab did not ask for
 * may belong to an attacker, who has put them into a link to make a person work in a stranger's
 * account.
 */
export function expectHandOver(): void {
  sessionStorage.setItem(storageKey, String(Date.now()))
}

/** Whether this tab has gone to a provider within ten minutes (T-104). It forgets that when asked. */
export function takeExpectedHandOver(): boolean {
  const isExpected = isRecent(sessionStorage.getItem(storageKey), Date.now())
  sessionStorage.removeItem(storageKey)
  return isExpected
}

/** Whether a note was made at most ten minutes before a moment, both in milliseconds. */
export function isRecent(noted: string | null, now: number): boolean {
  const age = noted === null ? Number.NaN : now - Number(noted)
  return age >= 0 && age <= longestMs
}
