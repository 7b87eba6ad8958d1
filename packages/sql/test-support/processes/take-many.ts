import { createPostgresRateLimiter, createSqliteRateLimiter } from '../../src/index.ts'
import { openDatabase } from '../open-test-store.ts'
import { onGo } from './on-go.ts'

const [address = ''] = process.argv.slice(2)
const limit = { name: 'shared', points: 20, seconds: 3600 }

const { limiter, close } = open()
onGo(async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => limiter.take(limit, 'all')))
  await close()
  return answers.filter(({ allowed }) => allowed).length
})

function open() {
  if (address.startsWith('postgres:')) {
    const database = openDatabase(address)
    return { limiter: createPostgresRateLimiter(database), close: () => database.close() }
  }
  const sqlite = createSqliteRateLimiter({ file: address })
  return { limiter: sqlite, close: () => sqlite.close() }
}
