import { chainAudit } from '@gatehouse/auth-core/operator'
import { createFixedClock, createMemorySecrets } from '@gatehouse/auth-core/testing'
import { openTestStore } from '../open-test-store.ts'
import { now } from '../samples.ts'
import { onGo } from './on-go.ts'

const [address = ''] = process.argv.slice(2)

// Chains until nothing waits. Answers with how many entries it has chained.
const { database, store } = await openTestStore(address)
onGo(async () => {
  const ports = { clock: createFixedClock(now), secrets: createMemorySecrets(), store }
  let chained = 0
  for (let fresh = 1; fresh > 0; chained += fresh) fresh = await chainAudit(ports)
  await database.close()
  return chained
})
