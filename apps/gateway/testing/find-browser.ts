import { existsSync } from 'node:fs'

/**
 * Where the browser for tests is. `undefined` if there is none: those tests are then skipped, which
 * standard error says.
 *
 * @throws {Error} If there is none although CI or REQUIRE_BROWSER=1 asks for it.
 */
export function findBrowser(): string | undefined {
  const { CHROMIUM, CI, REQUIRE_BROWSER } = process.env
  const path = CHROMIUM ?? '/usr/bin/chromium'
  if (existsSync(path)) return path
  const advice =
    `There is no browser at ${path}: install one (Debian: apt-get install chromium), or set ` +
    'CHROMIUM to the path of a Chromium or Chrome.'
  if (CI === 'true' || REQUIRE_BROWSER === '1') throw new Error(advice)
  process.stderr.write(`\nNOT TESTED: the pages in a browser. ${advice}\n`)
  return undefined
}
