import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What tests and benchmarks run besides Node, and the package of Debian that has it. */
const packages = {
  git: 'git',
  haproxy: 'haproxy',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  slapd: 'slapd',
  taskset: 'util-linux',
  'valkey-server': 'valkey-server',
  wrk: 'wrk',
} as const

/** The name of one of those programs. */
export type ProgramName = keyof typeof packages

/** The folders in which Debian puts servers; not every user has them in PATH. */
const serverFolders = ['/usr/sbin', '/sbin']

/** The path of a program; `undefined` if it is not installed. */
export function findProgram(name: ProgramName): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** The programs that are not installed. */
export function missingPrograms(names: readonly ProgramName[]): readonly ProgramName[] {
  return names.filter((name) => findProgram(name) === undefined)
}

/** A sentence about missing programs and how to install them. */
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
