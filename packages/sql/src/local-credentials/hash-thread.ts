/** The program of a thread that hashes passwords, one after the other. */
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** What a thread is started with. */
export interface HashThreadData {
  /** How much the thread gives way to others, from 0, not at all, to 19 (nice(2)). */
  readonly niceness: number
}

/** A question to a thread: a new hash of a password, or whether a hash is of it. */
export interface HashQuestion {
  /** Taken byte for byte, as UTF-8. */
  readonly password: string
  /** The costs of a new hash. */
  readonly options: Options
  /** The hash to compare with; without one a new hash is asked for. */
  readonly passwordHash?: string
}

/** The new hash, or whether the password is right; or the error of the hash function. */
export type HashResult =
  | { readonly ok: true; readonly value: string | boolean }
  | { readonly ok: false; readonly error: unknown }

/** The answer of a thread. */
export interface HashAnswer {
  /** What the hash function returned or threw. */
  readonly result: HashResult
  /** Whether the thread waited longer for a core than it had one, because it gives way. */
  readonly isStarved: boolean
}

const { niceness } = workerData as HashThreadData
const givesWay = niceness > 0 && process.platform === 'linux'
if (givesWay) giveWay()

parentPort?.on('message', (question: HashQuestion) => {
  const before = givesWay ? readTimes() : noTimes
  const result = resultOf(question)
  const after = givesWay ? readTimes() : noTimes
  const isStarved = after.waited - before.waited > after.ran - before.ran
  parentPort?.postMessage({ result, isStarved } satisfies HashAnswer)
})

/** On Linux each thread has a niceness of its own, and 0 names the one that asks. Elsewhere it names the process. */
function giveWay(): void {
  try {
    setPriority(0, niceness)
  } catch {
    // A sandbox may forbid it: people log in all the same.
  }
}

/** For how long the thread had a core so far, and for how long it waited for one, in nanoseconds. */
interface ThreadTimes {
  readonly ran: number
  readonly waited: number
}

const noTimes: ThreadTimes = { ran: 0, waited: 0 }

/** The kernel counts both (its documentation of sched-stats). Where it does not, no thread is taken for starved. */
function readTimes(): ThreadTimes {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/thread-self/schedstat', 'utf8')
      .split(' ')
      .map(Number)
    return { ran, waited }
  } catch {
    return noTimes
  }
}

function resultOf({ options, password, passwordHash }: HashQuestion): HashResult {
  try {
    const isNew = passwordHash === undefined
    const value = isNew ? hashSync(password, options) : verifySync(passwordHash, password)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, error }
  }
}
