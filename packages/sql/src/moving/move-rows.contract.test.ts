import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { type KyselyPlugin, sql } from 'kysely'
import { createDatabase, type TestDatabase } from '../../test-support/create-database.ts'
import { fillAllTables } from '../../test-support/fill-all-tables.ts'
import { openDatabase, openTestDatabase } from '../../test-support/open-test-store.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { toySealer } from '../../test-support/toy-sealer.ts'
import { checkSealingKey, createSqlStore, type Database } from '../index.ts'
import { migrate } from '../migrations/migrate.ts'
import { compareRows } from './compare-rows.ts'
import { isMoveUnderWay } from './incoming-move.ts'
import { endMove, type MoveProgress, moveRows, planMove } from './move-rows.ts'
import type { MoveSource } from './move-source.ts'
import { movedTables } from './moved-tables.ts'
import { openMoveSource } from './open-move-source.ts'

const folder = temporaryFolder()
const rowsEach = 30
let made = 0
let file: string

beforeEach(async () => {
  made += 1
  file = join(folder, `source-${made}.db`)
  await on(await openTestDatabase(file), async (database) => {
    await checkSealingKey(database, { sealer: toySealer })
    await fillAllTables(database, rowsEach)
  })
})

describe('moved rows', () => {
  it('are all there, value by value, and the database is a gateway’s when it is ended', () =>
    onTarget(async (target) => {
      await onSource(async (source) => {
        expect(await planMove(source, target)).toEqual({ kind: 'begin' })
        await moveRows(source, target, { batchSize: 7 })
        expect(await isMoveUnderWay(target)).toBe(true)
        const comparison = await compareRows(source, target, { batchSize: 11 })
        expect(comparison).toMatchObject({ differing: 0, differences: [] })
        expect(comparison.surplus.size).toBe(0)
        const counts = movedTables.map(({ name }) => {
          return [name, rowsEach + (name === 'key_check' ? 1 : 0)]
        })
        expect([...comparison.compared]).toEqual(counts)
        await endMove(target)
        expect(await isMoveUnderWay(target)).toBe(false)
        const kind = 'not_empty'
        expect(await planMove(source, target)).toMatchObject({ kind })
        await expect(moveRows(source, target)).rejects.toThrow(kind)
      })
      await checkSealingKey(target, { sealer: toySealer })
    }))

  it('are counted on from', () =>
    onTarget(async (target) => {
      await onSource((source) => moveRows(source, target))
      await endMove(target)
      const store = createSqlStore(target, { sealer: toySealer })
      await store.transaction((tx) =>
        tx.auditLog.record({
          at: new Date(),
          kind: 'login',
          outcome: 'ok',
          accountId: null,
          actorId: null,
          tenantId: null,
          client: null,
          network: null,
          userAgent: null,
          requestId: null,
          detail: {},
        }),
      )
      expect(await ask(target, 'select max(seq) as n from audit_log')).toEqual([
        { n: (rowsEach - 1) * 3 + 2 },
      ])
    }))

  it.each([1, 20, 100])('go on where a move was broken off, after %i batches', (batches) =>
    onTarget(async (target) => {
      const first = await moved(target, batches)
      await onSource(async (source) => {
        const plan = await planMove(source, target)
        expect(plan).toMatchObject({ kind: 'go_on', rows: sumOf(first) })
        const rest: MoveProgress[] = []
        await moveRows(source, target, { batchSize: 3, onProgress: (each) => rest.push(each) })
        expect(sumOf(first) + sumOf(rest)).toBe(movedTables.length * rowsEach + 1)
        expect(await compareRows(source, target)).toMatchObject({ differing: 0 })
      })
    }),
  )

  it('are the same for a copy of the source, wherever it lies', () =>
    onTarget(async (target) => {
      await moved(target, 20)
      const copy = join(folder, `copy-${made}.db`)
      await copyFile(file, copy)
      file = copy
      await onSource(async (source) => {
        expect(await planMove(source, target)).toMatchObject({ kind: 'go_on' })
      })
    }))

  it('are moved anew when the source was changed meanwhile, or when that is wanted', () =>
    onTarget(async (target) => {
      const first = await moved(target, 20)
      await on(openDatabase(file), (database) =>
        ask(database, `update tenants set name = 'renamed'`),
      )
      await onSource(async (source) => {
        const plan = { kind: 'begin_anew', rows: sumOf(first) }
        expect(await planMove(source, target)).toEqual(plan)
        await moveRows(source, target)
        expect(await compareRows(source, target)).toMatchObject({ differing: 0 })
        expect(await planMove(source, target)).toMatchObject({ kind: 'go_on' })
        await ask(target, 'delete from sessions')
        await moveRows(source, target, { isAnew: true })
        expect(await compareRows(source, target)).toMatchObject({ differing: 0 })
      })
    }))
})

it('a comparison finds each row that differs, is missing, or is in the target alone', () =>
  onTarget(async (target) => {
    await onSource(async (source) => {
      await moveRows(source, target)
      await ask(
        target,
        `update accounts set last_name = last_name || ' ', role = 'x' where id like '% 7 %'`,
      )
      await ask(target, `update outbox set content = null where id like '% 5 %'`)
      await ask(target, `delete from sessions where id like '% 9 %'`)
      await ask(target, `insert into key_check values ('other', '')`)
      const { differences, differing, surplus } = await compareRows(source, target)
      expect(differing).toBe(3)
      expect(differences).toEqual([
        expect.objectContaining({
          table: 'accounts',
          kind: 'differs',
          columns: ['last_name', 'role'],
        }),
        expect.objectContaining({ table: 'sessions', kind: 'missing', columns: [] }),
        expect.objectContaining({ table: 'outbox', kind: 'differs', columns: ['content'] }),
      ])
      expect([...surplus]).toEqual([['key_check', 1]])
    })
  }))

it('F-11: a gateway that wrote while the move began loses nothing', () =>
  onTarget(async (target) => {
    await migrate(target)
    const write = () => ask(target, `insert into key_check values ('a gateway', '')`)
    await onSource(async (source) => {
      expect(await planMove(source, target)).toEqual({ kind: 'begin' })
      expect(await moveRows(source, afterMarking(target, write))).toBe(false)
    })
    expect(await ask(target, 'select id from key_check')).toEqual([{ id: 'a gateway' }])
    // It goes on working, and so does the next one.
    expect(await isMoveUnderWay(target)).toBe(false)
  }))

it('a database with anything in it takes nothing in', () =>
  onTarget(async (target) => {
    await on(await openTestDatabase(database.url), (there) =>
      checkSealingKey(there, { sealer: toySealer }),
    )
    await onSource(async (source) => {
      const refused = { kind: 'not_empty', tables: ['key_check'] }
      expect(await planMove(source, target)).toEqual(refused)
    })
    await ask(target, `insert into kysely_migration values ('9999-later', '2030')`)
    await onSource(async (source) => {
      expect(await planMove(source, target)).toEqual({ kind: 'newer' })
    })
  }))

/** Moves until so many batches are there, and is broken off then. */
async function moved(target: Database, batches: number): Promise<readonly MoveProgress[]> {
  const told: MoveProgress[] = []
  await onSource(async (source) => {
    const moving = moveRows(source, target, {
      batchSize: 3,
      onProgress(progress) {
        if (progress.fresh > 0) told.push(progress)
        if (told.length === batches) throw new Error('broken off')
      },
    })
    await expect(moving).rejects.toThrow('broken off')
  })
  return told
}

function sumOf(told: readonly MoveProgress[]): number {
  return told.reduce((sum, { fresh }) => sum + fresh, 0)
}

async function onSource(work: (source: MoveSource) => Promise<unknown>): Promise<void> {
  const source = await openMoveSource({ file, sealer: toySealer, now: new Date() })
  if (!source.ok) throw new Error(source.reason)
  try {
    await work(source.value)
  } finally {
    source.value.close()
  }
}

let database: TestDatabase

async function onTarget(work: (target: Database) => Promise<void>): Promise<void> {
  database = await createDatabase()
  try {
    await on(openDatabase(database.url), work)
  } finally {
    await database.drop()
  }
}

async function on(opened: Database, work: (database: Database) => Promise<unknown>): Promise<void> {
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

/** The same database, on which something happens as soon as a move is marked. */
function afterMarking(target: Database, work: () => Promise<unknown>): Database {
  const marks = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'CreateTableNode') marks.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (marks.has(queryId)) await work()
      return result
    },
  }
  return { ...target, db: target.db.withPlugin(plugin) }
}

async function ask({ db }: Database, statement: string): Promise<readonly unknown[]> {
  return (await sql.raw(statement).execute(db)).rows
}
