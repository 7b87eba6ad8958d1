import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openTestStore } from '../open-test-store.ts'
import { session } from '../samples.ts'
import { onGo } from './on-go.ts'

const longerThanTheTestMs = 600_000

const [file = ''] = process.argv.slice(2)

// Commits one session, then writes more in a second transaction than SQLite keeps in memory, and
// stays there: the parent kills this process.
onGo(async () => {
  const { database, store } = await openTestStore(file)
  await sql`pragma cache_size = 10`.execute(database.db)
  await store.transaction((tx) => tx.sessions.insert({ ...session, id: 'committed' }))
  await store.transaction(async (tx) => {
    await tx.sessions.endAll(session.accountId, session.expiresAt)
    for (let number = 0; number < 1_000; number += 1) {
      await tx.sessions.insert({ ...session, id: `${'half-done-'.repeat(100)}${number}` })
    }
    process.send?.('halfway')
    // Without something to wait for the process would end by itself, and take its log along.
    await sleep(longerThanTheTestMs)
  })
})
