import { expect } from 'expect'
import type { Ending, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, sampleEnding } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00Z')
// Later than all records of other tests, so that a list from here on has none of theirs.
const late = new Date('2190-01-01T00:00:00.123Z')

/** The promises of the endings in every store. */
export function endingRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('endings', [
    {
      name: 'come back field for field, by subject and id, of every kind',
      run: on(async (store) => {
        const ended = sampleEnding()
        const stale = sampleEnding({ id: ended.id, kind: 'stale' })
        const login = sampleEnding({ id: ended.id, subject: 'login' })
        await add(store, [ended, stale, login, sampleEnding()])
        const found = await find(store, ended)
        expect(found).toHaveLength(2)
        expect(found).toEqual(expect.arrayContaining([ended, stale]))
        expect(await find(store, login)).toEqual([login])
        expect(await find(store, { subject: 'login', id: unique('login') })).toEqual([])
      }),
    },
    {
      name: 'take the place of an earlier one of the same subject, id and kind',
      run: on(async (store) => {
        const first = sampleEnding()
        const second = { ...first, at: after(first.at, 1), until: after(first.until, 1) }
        await add(store, [first])
        await add(store, [second])
        await add(store, [])
        expect(await find(store, first)).toEqual([second])
      }),
    },
    {
      name: 'are listed that were added since a mark, of one subject, whatever moments they name',
      run: on(async (store) => {
        const first = sampleEnding({ at: late })
        const login = sampleEnding({ at: late, subject: 'login' })
        await add(store, [first, login])
        const all = await list(store, null)
        expect(all.endings).toContainEqual(first)
        expect(all.endings).not.toContainEqual(login)
        // By processes whose clocks are years behind and ahead.
        const behind = sampleEnding({ at: longAgo })
        const ahead = sampleEnding({ at: after(late, 3600) })
        await add(store, [behind, ahead])
        const { endings } = await list(store, all.mark)
        expect(endings).toEqual(expect.arrayContaining([behind, ahead]))
      }),
    },
    {
      name: 'are listed again that took the place of earlier ones',
      run: on(async (store) => {
        const first = sampleEnding()
        await add(store, [first])
        const { mark } = await list(store, null)
        const second = { ...first, until: after(first.until, 1) }
        await add(store, [second])
        expect((await list(store, mark)).endings).toContainEqual(second)
      }),
    },
    {
      name: 'can be many at once',
      run: on(async (store) => {
        const many = Array.from({ length: 1200 }, () => sampleEnding({ at: after(late, 3600) }))
        await add(store, many)
        const listed = new Set((await list(store, null)).endings.map(({ id }) => id))
        expect(many.filter(({ id }) => !listed.has(id))).toEqual([])
      }),
    },
    {
      name: 'are removed when they are over, and the others stay',
      run: on(async (store) => {
        const over = sampleEnding({ until: longAgo })
        const lasting = sampleEnding({ until: after(longAgo, 0.001) })
        await add(store, [over, lasting])
        expect(await store.transaction((tx) => tx.endings.removeExpired(longAgo))).toBe(1)
        expect(await find(store, over)).toEqual([])
        expect(await find(store, lasting)).toEqual([lasting])
      }),
    },
  ])
}

function add(store: Store, endings: readonly Ending[]): Promise<void> {
  return store.transaction((tx) => tx.endings.add(endings))
}

function list(store: Store, mark: number | null) {
  return store.transaction((tx) => tx.endings.listSince('session', mark))
}

function find(store: Store, { subject, id }: Pick<Ending, 'subject' | 'id'>) {
  return store.transaction((tx) => tx.endings.find(subject, id))
}
