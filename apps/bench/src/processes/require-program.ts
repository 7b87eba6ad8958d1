import {
  describeMissing,
  findProgram,
  missingPrograms,
  type ProgramName,
} from '@gatehouse/test-services'
import { UsageError } from '../usage-error.ts'

/**
 * Where a program is.
 *
 * @throws {UsageError} if it is not installed; it says what to install.
 */
export function requireProgram(name: ProgramName): string {
  const path = findProgram(name)
  if (path === undefined) throw new UsageError(describeMissing([name]))
  return path
}

/**
 * Checks that programs are installed.
 *
 * @throws {UsageError} if one is not; it says what to install.
 */
export function requirePrograms(names: readonly ProgramName[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new UsageError(describeMissing(missing))
}
