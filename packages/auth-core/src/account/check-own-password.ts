import { accountSubject, loginGuesses } from '../limits/login-guesses.ts'
import { beginAttempt, unlessBroken } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** Who shows the password of which account. */
export interface OwnPassword {
  /** The account of the person who asks. */
  readonly account: Account
  /** Any text. Secret. */
  readonly password: string
  /** Who asks. */
  readonly from: Requester
}

/**
 * Checks the password of a person who is signed in. A wrong one counts like a failed login.
 *
 * Refusals: `invalid_credentials`, `rate_limited`, `overloaded`.
 *
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function checkOwnPassword(
  ports: Pick<Ports, 'admission' | 'credentialStore' | 'rateLimiter'>,
  settings: AuthSettings,
  { account, password, from }: OwnPassword,
): Promise<Refused | null> {
  const { network, signal } = from
  const guesses = { subject: accountSubject(account.id), network }
  const attempt = await beginAttempt(ports.rateLimiter, loginGuesses(settings, guesses))
  if ('kind' in attempt) return attempt
  const { isKnown } = attempt
  const check = await unlessBroken(attempt, () =>
    ports.admission.check.admit({ ...guesses, isKnown, units: 1, signal }, (turn) =>
      turn(() => ports.credentialStore.checkPassword(account, password)),
    ),
  )
  if ('kind' in check) {
    await attempt.withdrawn()
    return check
  }
  if (!check.accepted) return refused('invalid_credentials')
  await attempt.succeeded({ makesKnown: account.emailVerified })
  return null
}
