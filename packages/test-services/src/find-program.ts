import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What tests and benchmarks run besides Node, and the package of Debian that has it. */
const packages = {
  git: 'git',
  haproxy: 'haproxy',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  taskset: 'util-linux',
  wrk: 'wrk',
} as const

/** One of those programs. */
export type ProgramName = keyof typeof packages

/** Where Debian puts servers; they are not in the PATH of every user. */
const serverFolders = ['/usr/sbin', '/sbin']

/** Where a program is; `undefined` if it is not installed. */
export function findProgram(name: ProgramName): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Those that are not installed. */
export function missingPrograms(names: readonly ProgramName[]): readonly ProgramName[] {
  return names.filter((name) => findProgram(name) === undefined)
}

/** A sentence that says what is missing and how to install it. */
export function describeMissing(names: readonly ProgramName[]): string {
  const wanted = names.map((name) => packages[name])
  return `not found: ${names.join(', ')}. On Debian: apt-get install ${wanted.join(' ')}`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
