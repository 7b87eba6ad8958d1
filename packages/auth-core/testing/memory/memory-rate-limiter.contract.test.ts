import { describe, it } from '@jest/globals'
import { rateLimiterContract } from '../contracts/rate-limiter-contract.ts'
import { registerContract } from '../contracts/register-contract.ts'
import { down } from '../down.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

const clock = createFixedClock(new Date('2030-01-01T00:00:00.700Z'))
const fail = down('rate_limiter')

registerContract(
  { describe, it },
  'memory',
  rateLimiterContract({
    open: async () => createMemoryRateLimiter(clock),
    openBroken: async () => ({ take: fail, look: fail, refund: fail, reset: fail }),
    pass: async (seconds) => {
      clock.advance(seconds)
    },
  }),
)
