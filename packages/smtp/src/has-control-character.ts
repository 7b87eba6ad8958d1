import { controlCharacter } from '@gatehouse/auth-core/ports'

/** Whether any text in a value, at any depth, has a control character. */
export function hasControlCharacter(value: unknown): boolean {
  if (typeof value === 'string') return controlCharacter.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasControlCharacter)
}
