import type { PageConfig } from '@gatehouse/gateway'
import { expect, it } from '@jest/globals'
import type { Config } from './config.ts'

/** `false` unless each of the two would do in place of the other. */
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false

// The compiler is the check of this one: `npm run typecheck` fails, not the run of the test.
it('the configuration of the pages is what the gateway gives them', () => {
  const isSame: Same<Config, PageConfig> = true
  expect(isSame).toBe(true)
})
