import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from './failure.ts'

/**
 * Lets one process at a time check a password of a user. Keycloak refuses simultaneous sign-ins of one
 * user in the words of a wrong password, so those who share our records take leases.
 */
export interface PasswordLeases {
  /**
   * Takes the lease of a user, unless another has it.
   *
   * @returns What ends it; `undefined` when another has it.
   * @throws {PortError} `credential_store` when the database fails.
   */
  take(credentialId: string): Promise<(() => Promise<void>) | undefined>
}

/** For a process that is alone with its records. */
export const noLeases: PasswordLeases = { take: async () => async () => {} }

/** Longer than the lease of a process that died lasts, and than several others take. */
const patienceMs = 20_000

/** The longest between two looks; at random, so that those who wait do not all look at once. */
const pauseMs = 50

/** The lease that is wanted. */
interface WantedLease {
  readonly credentialId: string
  /** Whether this process has just had the lease of the user: others may wait for it. */
  readonly isAgain: boolean
}

/**
 * Does work under the lease of a user. Waits for it; a process that has just had it lets others go first.
 *
 * @throws {PortError} `unavailable` when it did not come within twenty seconds.
 */
export async function whileLeased<Result>(
  leases: PasswordLeases,
  { credentialId, isAgain }: WantedLease,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + patienceMs
  if (isAgain) await sleep(pauseMs)
  let release = await leases.take(credentialId)
  while (release === undefined) {
    if (performance.now() > end) throw fault('unavailable', 'others are signing in as this user')
    await sleep(pauseMs * (0.2 + 0.8 * Math.random()))
    release = await leases.take(credentialId)
  }
  try {
    return await work()
  } finally {
    // If this fails the lease ends by itself.
    await release().catch(() => {})
  }
}
