import { migrate } from '../../src/index.ts'
import { openDatabase } from '../open-test-store.ts'
import { onGo } from './on-go.ts'

const [address = ''] = process.argv.slice(2)

onGo(async () => {
  const database = openDatabase(address)
  await migrate(database)
  await database.close()
})
