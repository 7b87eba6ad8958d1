import { createHook } from 'node:async_hooks'

/**
 * Does work and counts the password hashes that are computed meanwhile. Node knows of each as a piece of
 * work for another thread; the driver of PostgreSQL and that of SQLite have none of this kind.
 */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      // The package for Argon2 gives its work no name.
      if (type === 'undefined') hashes += 1
    },
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return hashes
}
