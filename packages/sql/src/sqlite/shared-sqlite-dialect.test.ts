import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { addAccount, openTestStore } from '../../test-support/open-test-store.ts'
import {
  forkProcess,
  nextMessage,
  processTimeout,
} from '../../test-support/processes/fork-process.ts'
import { session } from '../../test-support/samples.ts'
import { describeProcesses } from '../../test-support/suites/describe-processes.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'

const folder = temporaryFolder()

describeProcesses('SQLite', () => join(folder, 'tokens.db'))

it(
  'leaves nothing half done when the process is killed, and keeps what was committed',
  async () => {
    const file = join(folder, 'killed.db')
    const before = await openTestStore(file)
    await addAccount(before.store)
    await before.database.close()

    const program = new URL('../../test-support/processes/stop-halfway.ts', import.meta.url)
    const child = await forkProcess(program, file)
    child.send('go')
    expect(await nextMessage(child)).toBe('halfway')
    // Otherwise nothing would have been written that could stay behind.
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(1_000_000)
    child.kill('SIGKILL')
    await once(child, 'exit')

    const { database, store } = await openTestStore(file)
    const { rows } = await sql`pragma integrity_check`.execute(database.db)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
    const sessions = await database.db.selectFrom('sessions').select('id').execute()
    expect(sessions).toEqual([{ id: 'committed' }])
    const committed = await store.transaction((tx) => tx.sessions.find('committed'))
    expect(committed).toEqual({ ...session, id: 'committed' })
    await database.close()
  },
  processTimeout,
)
