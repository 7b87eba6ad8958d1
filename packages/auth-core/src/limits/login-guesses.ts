import type { AuthSettings } from '../settings.ts'
import type { GuessLimits } from './throttle.ts'

/** What guesses at the password of one account are counted for, whatever its address. */
export function accountSubject(accountId: string): string {
  return `account ${accountId}`
}

/** What an owner's guesses at a code are counted for; a stranger's count for the username alone. */
export function ownerSubject(username: string): string {
  return `${username} owner`
}

/** The limits of guesses at a password, wherever it is asked for. */
export function loginGuesses(
  { limits }: AuthSettings,
  who: Pick<GuessLimits, 'subject' | 'network'>,
): GuessLimits {
  return {
    ...who,
    streak: limits.loginStreak,
    perSubject: limits.loginPerAccount,
    perNetwork: limits.loginPerNetwork,
    perNetworkInAll: limits.loginPerNetworkInAll,
  }
}

/**
 * The limits of guesses at the password of one account, beside those of its address: no other account
 * of the address forgives them (T-88). They are the same, and end a second earlier: what the address
 * lets through, which was counted a moment before, must not find the account still closed.
 */
export function accountGuesses(
  { limits }: AuthSettings,
  { accountId, network }: { readonly accountId: string; readonly network: string },
): GuessLimits {
  return {
    subject: accountSubject(accountId),
    network,
    streak: limits.loginStreak,
    perSubject: limits.loginPerAccount,
    earlierBySeconds: 1,
  }
}
