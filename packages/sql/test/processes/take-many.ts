import { createSqliteRateLimiter } from '../../src/index.ts'
import { onGo } from './on-go.ts'

const [file = ''] = process.argv.slice(2)
const limit = { name: 'shared', points: 20, seconds: 3600 }

onGo(async () => {
  const limiter = createSqliteRateLimiter({ file })
  const answers = await Promise.all(Array.from({ length: 20 }, () => limiter.take(limit, 'all')))
  await limiter.close()
  return answers.filter(({ allowed }) => allowed).length
})
