import { setTimeout } from 'node:timers/promises'
import { openTestStore } from '../open-test-store.ts'
import { now } from '../samples.ts'
import { onGo } from './on-go.ts'

const [address = '', ...digests] = process.argv.slice(2)

// Reads, decides and writes, as the core does, with time for another process to come between.
// Answers with the tokens that it could spend.
const { database, store } = await openTestStore(address)
onGo(async () => {
  const spent: string[] = []
  for (const digest of digests) {
    const isMine = await store.transaction(async (tx) => {
      const token = await tx.oneTimeTokens.find('reset_password', digest)
      if (token?.lease !== null) return false
      await setTimeout(2)
      await tx.oneTimeTokens.update({ ...token, lease: { by: '', until: now } })
      return true
    })
    if (isMine) spent.push(digest)
  }
  await database.close()
  return spent
})
