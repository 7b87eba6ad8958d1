import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

const [file = ''] = process.argv.slice(2)

// As it is made, without WAL.
const sqlite = new Sqlite(file)
sqlite.exec('begin immediate; create table written (x)')
process.send?.('ready')
await sleep(300)
sqlite.exec('commit')
sqlite.close()
process.disconnect()
