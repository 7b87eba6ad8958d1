import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { PortError } from '@gatehouse/auth-core/ports'
import { hash, hashSync, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

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

/** Hashes with Argon2id at the given cost. More than a few at once wait in order. */
export function createPasswordHasher(cost: Argon2Cost): PasswordHasher {
  const { memoryKiB, passes, lanes } = cost
  // The package's default is Argon2id, version 1.3; its own enum cannot be used with type
  // stripping.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes }
  const prefix = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$`
  const limit = pLimit(maxConcurrentHashes)
  const dummy = hashSync(randomBytes(32), options)

  return {
    hash: (password) => limit(() => hash(password, options)),
    verify: (passwordHash, password) => limit(() => verifyHash(passwordHash, password)),
    verifyDummy: async (password) => void (await limit(() => verify(dummy, password))),
    isCurrent: (passwordHash) => passwordHash.startsWith(prefix),
  }
}

async function verifyHash(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password)
  } catch (error) {
    // A wrong password is not an error, so the stored text is not a hash.
    throw new PortError('credential_store', 'corrupt', error)
  }
}
