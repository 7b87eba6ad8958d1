import { describe, it } from '@jest/globals'
import { registerContract } from '../contracts/register-contract.ts'
import { storeContract } from '../contracts/store-contract.ts'
import { down } from '../down.ts'
import { createMemoryStore } from './memory-store.ts'

const openBroken = async () => ({ transaction: down('store'), checkReady: down('store') })

registerContract(
  { describe, it },
  'memory',
  storeContract({ open: async () => createMemoryStore(), openBroken }),
)

const shared = createMemoryStore({ rehearse: true })
registerContract(
  { describe, it },
  'memory, rehearsing and with earlier records',
  storeContract({
    open: async () => shared,
    openBroken,
  }),
)
