import { globSync } from 'node:fs'

/** What a process is started with whose clock is ahead by so many seconds. Timers go on as they are. */
export function aheadBy(seconds: number): Readonly<Record<string, string>> {
  return { ...fakeClock(), FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s` }
}

/** What a process is started with whose clock is what a file says: `+3s`. It reads it every second. */
export function clockFrom(file: string): Readonly<Record<string, string>> {
  return { ...fakeClock(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }
}

/** Says that there is no library that gives a process a wrong clock; `undefined` where there is one. */
export function missingClock(): string | undefined {
  return findFaketime() ? undefined : 'not found: libfaketime. On Debian: apt-get install faketime'
}

/** @throws {Error} Where the library is not installed. */
function fakeClock(): Readonly<Record<string, string>> {
  const library = findFaketime()
  if (library === undefined) throw new Error(missingClock())
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

function findFaketime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
}
