import type { PasswordBlocklist } from '@gatehouse/auth-core/ports'
import { commonPasswords } from '../data/common-passwords.js'
import { hasLine } from './has-line.ts'

/**
 * The 10,000 most common passwords of 8 characters and more, from zxcvbn, whatever their case. They are
 * kept as one text, because a set of them would take several times the memory, and few passwords are set.
 */
export function createPasswordBlocklist(): PasswordBlocklist {
  let folded: string | undefined
  return {
    has(password) {
      folded ??= fold(commonPasswords)
      return hasLine(folded, fold(password))
    },
  }
}

function fold(password: string): string {
  return password.toLowerCase()
}
