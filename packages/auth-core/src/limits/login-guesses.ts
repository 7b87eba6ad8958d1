import type { AuthSettings } from '../settings.ts'
import type { GuessLimits } from './throttle.ts'

/** The subject that guesses at the password of one account count against, whatever its address. */
export function accountSubject(accountId: string): string {
  return `account ${accountId}`
}

/** The subject for an owner's guesses at a code; a stranger's guesses count against the username alone. */
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
 * The limits for guesses at the password of one account, beside those of its address. Another account of the
 * address cannot reset them (T-88). They are the same limits, but end one second earlier: a guess that the
 * address's limit lets through, and that was counted a moment before, must not meet a closed limit of the
 * account.
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
