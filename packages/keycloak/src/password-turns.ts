import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from './failure.ts'

/**
 * Lets one process at a time check a password of a user. Keycloak refuses simultaneous sign-ins of one
 * user in the words of a wrong password, so those who share our records take turns.
 */
export interface PasswordTurns {
  /**
   * Takes the turn of a user, unless another has it.
   *
   * @returns What ends it; `undefined` when another has it.
   * @throws {PortError} `credential_store` when the database fails.
   */
  take(credentialId: string): Promise<(() => Promise<void>) | undefined>
}

/** For a process that is alone with its records. */
export const noTurns: PasswordTurns = { take: async () => async () => {} }

/** Longer than the turn of a process that died lasts, and than several others take. */
const patienceMs = 20_000

/** The longest between two looks; at random, so that those who wait do not all look at once. */
const pauseMs = 50

/** Whose turn is wanted. */
interface WantedTurn {
  readonly credentialId: string
  /** Whether this process has just had the turn of the user: others may wait for it. */
  readonly isAgain: boolean
}

/**
 * Does work in the turn of a user. Waits for it; a process that has just had it lets others go first.
 *
 * @throws {PortError} `unavailable` when it did not come within twenty seconds.
 */
export async function inTurn<Result>(
  turns: PasswordTurns,
  { credentialId, isAgain }: WantedTurn,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + patienceMs
  if (isAgain) await sleep(pauseMs)
  let release = await turns.take(credentialId)
  while (release === undefined) {
    if (performance.now() > end) throw fault('unavailable', 'others are signing in as this user')
    await sleep(pauseMs * (0.2 + 0.8 * Math.random()))
    release = await turns.take(credentialId)
  }
  try {
    return await work()
  } finally {
    // If this fails the turn ends by itself.
    await release().catch(() => {})
  }
}
