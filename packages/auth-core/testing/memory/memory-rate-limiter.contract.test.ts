import { rateLimiterContract } from '../contracts/rate-limiter-contract.ts'
import { down } from '../down.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

const clock = createFixedClock(new Date('2030-01-01T00:00:00.700Z'))
const fail = down('rate_limiter')

rateLimiterContract('memory', {
  open: async () => createMemoryRateLimiter(clock),
  openBroken: async () => ({ take: fail, look: fail, refund: fail, reset: fail }),
  pass: async (seconds) => {
    clock.advance(seconds)
  },
})
