import { changeCounters } from '../limits/limiter-steps.ts'
import { accountGuesses, loginGuesses } from '../limits/login-guesses.ts'
import { type Attempt, beginAttempt, unlessBroken } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** A password that comes with another proof of the same account, such as a token. */
interface OwnPassword {
  /** The account that the password is checked for. */
  readonly account: Account
  /** The password as typed. Secret. */
  readonly password: string
  /** The client that sent the request. */
  readonly from: Requester
  /** Whether a right one makes the network known as the owner's. */
  readonly makesKnown: boolean
}

/**
 * Asks the credential store whether this is the password of the account. A wrong password counts like a
 * failed login, against the address and against the account itself. The other proof may be stolen, and must
 * not allow unlimited guesses, not even with the help of another account of the address (T-88).
 *
 * @returns `null` for the right password. Refusals: `invalid_credentials`, `rate_limited`, `overloaded`.
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function checkOwnPassword(
  ports: Ports,
  settings: AuthSettings,
  { account, password, from, makesKnown }: OwnPassword,
): Promise<Refused | null> {
  const guesses = { subject: account.emailCanonical, network: from.network }
  const attempt = await beginBoth(ports, settings, { account, from })
  if ('kind' in attempt) return attempt
  const { isKnown } = attempt
  const entrant = { ...guesses, isKnown, units: 1, signal: from.signal }
  const check = await unlessBroken(attempt, () =>
    ports.admission.check.admit(entrant, (turn) =>
      turn(() => ports.credentialStore.checkPassword(account, password)),
    ),
  )
  if ('kind' in check) {
    await attempt.withdrawn()
    return check
  }
  if (!check.accepted) return refused('invalid_credentials')
  await attempt.succeeded({ makesKnown })
  return null
}

async function beginBoth(
  { rateLimiter }: Pick<Ports, 'rateLimiter'>,
  settings: AuthSettings,
  { account, from: { network } }: Pick<OwnPassword, 'account' | 'from'>,
): Promise<Attempt | Refused> {
  const ofAddress = { subject: account.emailCanonical, network }
  const atAddress = await beginAttempt(rateLimiter, loginGuesses(settings, ofAddress))
  if ('kind' in atAddress) return atAddress
  const ofAccount = accountGuesses(settings, { accountId: account.id, network })
  const atAccount = await beginAttempt(rateLimiter, ofAccount)
  if ('kind' in atAccount) {
    await atAddress.withdrawn()
    return atAccount
  }
  const changesOfSuccess: Attempt['changesOfSuccess'] = (by) => [
    ...atAccount.changesOfSuccess(by),
    ...atAddress.changesOfSuccess(by),
  ]
  return {
    isKnown: atAddress.isKnown,
    changesOfSuccess,
    succeeded: (by = { makesKnown: true }) => changeCounters(rateLimiter, changesOfSuccess(by)),
    async withdrawn() {
      await atAccount.withdrawn()
      await atAddress.withdrawn()
    },
  }
}
