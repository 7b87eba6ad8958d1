import { cpuUsage } from 'node:process'
import { createLocalCredentialStore, migrate, openSqliteDatabase } from '@gatehouse/sql'

const times = 20

/** CPU time of one password check by the local credential store, in milliseconds. */
export async function measureHash(): Promise<number> {
  const database = openSqliteDatabase({ file: ':memory:' })
  try {
    await migrate(database)
    const credentials = createLocalCredentialStore(database)
    await credentials.checkNobody('first')
    const before = cpuUsage()
    for (let done = 0; done < times; done += 1) await credentials.checkNobody('another')
    const { system, user } = cpuUsage(before)
    return (system + user) / 1000 / times
  } finally {
    await database.close()
  }
}
