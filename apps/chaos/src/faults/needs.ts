import { globSync } from 'node:fs'
import { describeMissing, findKeycloakService, findProgram } from '@gatehouse/test-services'

/** What a scenario needs besides Node, PostgreSQL and this repository. */
export type Need = 'keycloak' | 'faketime' | 'pgbouncer' | 'git'

/** What is missing of it, as a sentence; `undefined` when all is there. */
export function missingOf(needs: readonly Need[]): string | undefined {
  return needs.map((need) => missing[need]()).find((line) => line !== undefined)
}

/** What a process is started with whose clock is ahead by so many seconds. */
export function aheadBy(seconds: number): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: findFaketime() ?? '',
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Timers go on as they are.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

/** What a process is started with whose clock is what a file says: `+3s`. It reads it every second. */
export function clockFrom(file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: findFaketime() ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

const missing: Readonly<Record<Need, () => string | undefined>> = {
  keycloak: () => (findKeycloakService() ? undefined : 'Keycloak is not running: npm run services'),
  faketime: () =>
    findFaketime() ? undefined : 'not found: libfaketime. On Debian: apt-get install faketime',
  pgbouncer: () => missingProgram('pgbouncer'),
  git: () => missingProgram('git'),
}

function missingProgram(name: 'pgbouncer' | 'git'): string | undefined {
  return findProgram(name) ? undefined : describeMissing([name])
}

/** The library that gives a process a wrong clock; `undefined` where it is not installed. */
function findFaketime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
}
