import { storeContract } from '../contracts/store-contract.ts'
import { down } from '../down.ts'
import { createMemoryStore } from './memory-store.ts'

const openBroken = async () => ({ transaction: down('store'), checkReady: down('store') })

storeContract('memory', { open: async () => createMemoryStore(), openBroken })

const shared = createMemoryStore({ rehearse: true })
storeContract('memory, rehearsing and with earlier records', {
  open: async () => shared,
  openBroken,
})
