import { join } from 'node:path'
import type { Check } from './check.ts'
import type { Project } from './project.ts'
import { nodes } from './tools.ts'

/** A suite as the author of an adapter would run it. */
const test = `import { rateLimiterContract, registerContract } from '@gatehouse/auth-core/contracts'
import { createFixedClock, createMemoryRateLimiter, down } from '@gatehouse/auth-core/testing'
import { describe, it } from 'vitest'

const clock = createFixedClock(new Date('2030-01-01T00:00:00Z'))
const broken = down('rate_limiter')

registerContract(
  { describe, it },
  'memory',
  rateLimiterContract({
    open: async () => createMemoryRateLimiter(clock),
    openBroken: async () => ({ take: broken, look: broken, refund: broken, reset: broken }),
    pass: async (seconds) => clock.advance(seconds),
  }),
)
`

/** A contract suite under a runner that has nothing of Jest. */
export function underVitest(project: Project): Check {
  return {
    name: 'a contract suite runs under Vitest',
    async run() {
      project.write('vitest/contracts.test.js', test)
      const vitest = join(project.folder, 'node_modules/vitest/vitest.mjs')
      const printed = await project.run(nodes['24'], vitest, 'run', '--dir=vitest', '--no-color')
      if (!/Tests +\d\d passed/.test(printed)) throw new Error(`it printed ${printed}`)
    },
  }
}
