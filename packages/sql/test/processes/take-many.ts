import { createSqliteRateLimiter } from '../../src/index.ts'
import { onGo } from './on-go.ts'

const [file = ''] = process.argv.slice(2)
const limit = { name: 'shared', points: 20, seconds: 3600 }

const limiter = createSqliteRateLimiter({ file })
onGo(async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => limiter.take(limit, 'all')))
  await limiter.close()
  return answers.filter(({ allowed }) => allowed).length
})
