import { migrate, openSqliteDatabase } from '../../src/index.ts'
import { onGo } from './on-go.ts'

const [file = ''] = process.argv.slice(2)

onGo(async () => {
  const database = openSqliteDatabase({ file })
  await migrate(database)
  await database.close()
})
