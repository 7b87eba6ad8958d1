import type { PasswordBlocklist } from '@gatehouse/auth-core/ports'
import { readDataLines } from './read-data-lines.ts'

/**
 * The 10,000 most common passwords of 8 characters and more, from zxcvbn, whatever their case. The
 * list is read when this is called.
 *
 * @throws {Error} When the list cannot be read.
 */
export function createPasswordBlocklist(): PasswordBlocklist {
  const common = new Set(readDataLines('common-passwords.txt').map(fold))
  return { has: (password) => common.has(fold(password)) }
}

function fold(password: string): string {
  return password.toLowerCase()
}
