import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { addAccount, openTestStore, type TestStore } from '../../test/open-test-store.ts'
import {
  forkProcess,
  nextMessage,
  processTimeout,
  raceProcesses,
} from '../../test/processes/fork-process.ts'
import { account, now, session } from '../../test/samples.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const folder = temporaryFolder()

it(
  'T-81: of two processes that read a token and then spend it, one succeeds',
  async () => {
    const file = join(folder, 'tokens.db')
    const digests = Array.from({ length: 20 }, (_, number) => `digest-${number}`)
    const opened = await openTestStore(file)
    await addAccount(opened.store)
    await insertTokens(opened, digests)

    const program = new URL('../../test/processes/spend-tokens.ts', import.meta.url)
    const spent = (await raceProcesses(2, program, file, ...digests)).flat()
    expect(spent.toSorted()).toStrictEqual(digests.toSorted())
    await opened.database.close()
  },
  processTimeout,
)

it(
  'leaves nothing half done when the process is killed, and keeps what was committed',
  async () => {
    const file = join(folder, 'killed.db')
    const before = await openTestStore(file)
    await addAccount(before.store)
    await before.database.close()

    const program = new URL('../../test/processes/stop-halfway.ts', import.meta.url)
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

async function insertTokens({ store }: TestStore, digests: readonly string[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const digest of digests) {
      await tx.oneTimeTokens.insert({
        digest,
        purpose: 'reset_password',
        accountId: account.id,
        createdAt: now,
        expiresAt: session.expiresAt,
        claimedUntil: null,
      })
    }
  })
}
