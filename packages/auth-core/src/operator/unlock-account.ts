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
  /** The subjects: either the whole key of a counter, or the part of the key after a network and a space. */
  readonly subjects: readonly string[]
}

/** The ports that unlocking needs. */
export interface UnlockPorts extends Pick<Ports, 'clock' | 'store'> {
  /** Removes counters of the gateways, for every network. @returns How many there were. */
  readonly forgetCounters: (counters: CountersOf) => Promise<number>
}

/** The counters that locked the owner out are removed. */
export interface AccountUnlocked {
  /** The kind of this outcome. */
  readonly kind: 'account_unlocked'
  /** The account whose counters were removed. */
  readonly account: Account
  /** The number of counters removed. */
  readonly counters: number
}

/**
 * Removes the counts against an account and its address: wrong passwords and codes, the pauses after them,
 * and mails that were requested too often. Counts for networks stay, and so do the known networks.
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

/** The names of limits are the same in every gateway; settings change only how much they allow. */
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
