import { accountSubject, ownerSubject } from '../limits/login-guesses.ts'
import { pauseName } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'
import { systemEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import { defaultSettings } from '../settings.ts'

/** Counters of a rate limiter. */
export interface CountersOf {
  /** The names of their limits. */
  readonly names: readonly string[]
  /** What they count for: the whole key, or what follows a network and a space in it. */
  readonly subjects: readonly string[]
}

/** What unlocking works through. */
export interface UnlockPorts extends Pick<Ports, 'clock' | 'store'> {
  /** Forgets counters of the gateways, whatever the network. @returns How many there were. */
  readonly forgetCounters: (counters: CountersOf) => Promise<number>
}

/** Nothing that was counted keeps the owner out any more. */
export interface AccountUnlocked {
  /** Says which outcome this is. */
  readonly kind: 'account_unlocked'
  /** Whose counters were forgotten. */
  readonly account: Account
  /** How many there were. */
  readonly counters: number
}

/**
 * Forgets what was counted against an account and its address: wrong passwords and codes, the pauses
 * after them, and mails that were asked for too often. What is counted for networks stays, and so
 * does which networks are known.
 *
 * Refusals: `not_found`.
 *
 * @throws {PortError} When the counters cannot be reached.
 */
export async function unlockAccount(
  { clock, store, forgetCounters }: UnlockPorts,
  username: string,
): Promise<AccountUnlocked | Refused> {
  const account = await store.transaction((tx) =>
    tx.accounts.findByUsername(username.toLowerCase()),
  )
  if (!account || account.status === 'reserved') return refused('not_found')
  const counters = await forgetCounters(countersOf(account))
  await store.transaction((tx) => {
    const subject = { accountId: account.id, tenantId: account.tenantId }
    const detail = { by: 'operator', counters: String(counters) }
    const fact = { kind: 'account_unlocked', ...subject, detail } as const
    return tx.auditLog.record(systemEvent(clock.now(), fact))
  })
  return { kind: 'account_unlocked', account, counters }
}

/** The names of limits are those of every gateway: only how much they allow is set. */
function countersOf({ id, username, emailCanonical }: Account): CountersOf {
  const { limits } = defaultSettings
  const streaks = [limits.loginStreak, limits.otpStreak].map(({ name }) => name)
  const others = [
    limits.loginPerAccount,
    limits.otpPerAccount,
    limits.forgotPerAddress,
    limits.verificationPause,
    limits.verificationPerAddress,
  ]
  return {
    names: [...streaks, ...streaks.map(pauseName), ...others.map(({ name }) => name)],
    subjects: [emailCanonical, accountSubject(id), id, username, ownerSubject(username)],
  }
}
