import type { PasswordBlocklist } from '../../src/ports/index.ts'

/** Makes a list of these passwords. */
export function createMemoryPasswordBlocklist(list: readonly string[]): PasswordBlocklist {
  const blocked = new Set(list)
  return { has: (password) => blocked.has(password) || blocked.has(password.toLowerCase()) }
}
