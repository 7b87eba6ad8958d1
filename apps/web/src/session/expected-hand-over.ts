const storageKey = 'gatehouse.hand-over-expected'

/**
 * Notes that this tab has gone to a provider. Tokens in an address that this tab did not ask for
 * may belong to an attacker, who has put them into a link to make a person work in a stranger's
 * account.
 */
export function expectHandOver(): void {
  sessionStorage.setItem(storageKey, 'yes')
}

/** Whether this tab has gone to a provider. It forgets that when asked. */
export function takeExpectedHandOver(): boolean {
  const isExpected = sessionStorage.getItem(storageKey) !== null
  sessionStorage.removeItem(storageKey)
  return isExpected
}
