import type { AuthSettings } from '../settings.ts'
import type { GuessLimits } from './throttle.ts'

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

/** Whose password is guessed at, where it is known which account is meant. */
export function accountSubject(accountId: string): string {
  return `account ${accountId}`
}
