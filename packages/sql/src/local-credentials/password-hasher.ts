import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { PortError } from '@gatehouse/auth-core/ports'
import { hash, hashSync, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { findThreadProgram } from '../threads/find-thread-program.ts'
import type { HashQuestion } from './hash-thread.ts'
import { type ComputeHash, createHashThreads } from './hash-threads.ts'

/** The cost of one Argon2id hash (RFC 9106). */
export interface Argon2Cost {
  /** Memory, in KiB. */
  readonly memoryKiB: number
  /** The number of passes over the memory. */
  readonly passes: number
  /** The degree of parallelism. */
  readonly lanes: number
}

/** The OWASP Password Storage Cheat Sheet's first choice for 19 MiB: about 14 ms on a server. */
export const recommendedCost: Argon2Cost = { memoryKiB: 19_456, passes: 2, lanes: 1 }

/**
 * The largest number of hashes at once: one core is left to everything else, because a hash would take it
 * from requests that are already under way (T-90). Each takes memory, so four at most.
 */
export const maxConcurrentHashes: number = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * Threads give way to the one that carries all requests, which else waits for a core while a hash has it. Beside it on
 * one core they would have next to nothing under a flood.
 */
const niceness = availableParallelism() === 1 ? 0 : 10

const compute = chooseThreads()

/** Hashes passwords byte for byte, as UTF-8: no trimming, no normalisation, no shortening. */
export interface PasswordHasher {
  /** A new hash, in PHC form. */
  hash(password: string): Promise<string>
  /**
   * Whether the hash is of this password.
   *
   * @throws {PortError} `credential_store`, `corrupt` for text that is not a hash.
   */
  verify(passwordHash: string, password: string): Promise<boolean>
  /** Takes as long as `verify` for a wrong password (T-34). */
  verifyDummy(password: string): Promise<void>
  /** Whether the hash has the parameters that `hash` uses now. */
  isCurrent(passwordHash: string): boolean
}

/** Hashes with Argon2id at the given cost. All hashers of a process share its threads. */
export function createPasswordHasher(cost: Argon2Cost): PasswordHasher {
  const { memoryKiB, passes, lanes } = cost
  // The package's default is Argon2id, version 1.3; its own enum cannot be used with type
  // stripping.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes }
  const prefix = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$`
  const dummy = hashSync(randomBytes(32), options)

  return {
    hash: async (password) => String(await compute({ password, options })),
    verify: (passwordHash, password) => verifyHash({ password, options, passwordHash }),
    async verifyDummy(password) {
      await compute({ password, options, passwordHash: dummy })
    },
    isCurrent: (passwordHash) => passwordHash.startsWith(prefix),
  }
}

async function verifyHash(question: HashQuestion): Promise<boolean> {
  try {
    return (await compute(question)) === true
  } catch (error) {
    if (error instanceof PortError) throw error
    // A wrong password is not an error, so the stored text is not a hash.
    throw new PortError('credential_store', 'corrupt', error)
  }
}

function chooseThreads(): ComputeHash {
  const program = findThreadProgram('./hash-thread', import.meta.url)
  if (program) return createHashThreads({ program, niceness, threads: maxConcurrentHashes })
  // In a bundle, in the threads that the runtime has for files and names.
  const limit = pLimit(maxConcurrentHashes)
  return ({ options, password, passwordHash }) =>
    limit<[], string | boolean>(() =>
      passwordHash === undefined ? hash(password, options) : verify(passwordHash, password),
    )
}
