import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

/** What benchmarks run besides Node, and the package of Debian that has it. */
const packages = { haproxy: 'haproxy', nginx: 'nginx', taskset: 'util-linux', wrk: 'wrk' } as const

export type ProgramName = keyof typeof packages

/** Where Debian puts servers; not everybody's PATH has it. */
const more = ['/usr/sbin', '/sbin']

/**
 * Where a program is.
 *
 * @throws {UsageError} if it is not installed; it says what to install.
 */
export function findProgram(name: ProgramName): string {
  const path = placeOf(name)
  if (path === undefined) throw new UsageError(whatIsMissing([name]))
  return path
}

/** @throws {UsageError} if any is not installed; it says what to install. */
export function requirePrograms(names: readonly ProgramName[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new UsageError(whatIsMissing(missing))
}

/** Those that are not installed. */
export function missingPrograms(names: readonly ProgramName[]): readonly ProgramName[] {
  return names.filter((name) => placeOf(name) === undefined)
}

function whatIsMissing(names: readonly ProgramName[]): string {
  const wanted = names.map((name) => packages[name])
  return `not found: ${names.join(', ')}. On Debian: apt-get install ${wanted.join(' ')}`
}

function placeOf(name: ProgramName): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...more]
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
