import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { createLinkedList, type LinkedList } from './linked-list.ts'

function listOf(...names: readonly string[]) {
  const list = createLinkedList<string>()
  const removals = new Map(names.map((name) => [name, list.add(name)]))
  return { ...list, remove: (name: string) => removals.get(name)?.() }
}

describe('a linked list', () => {
  it.each(['a', 'b', 'c'])('keeps the order of the others when %s leaves', (name) => {
    const { remove, size, values } = listOf('a', 'b', 'c')
    remove(name)
    remove(name)
    const left = ['a', 'b', 'c'].filter((one) => one !== name)
    expect([[...values()], size()]).toEqual([left, 2])
  })

  it('can be filled again when all have left', () => {
    const { add, remove, values } = listOf('a', 'b')
    for (const name of ['b', 'a']) remove(name)
    add('c')
    expect([...values()]).toEqual(['c'])
  })

  it('goes on behind the one that leaves while it is at hand', () => {
    const { remove, values } = listOf('a', 'b', 'c')
    const seen: string[] = []
    for (const name of values()) {
      seen.push(name)
      remove(name)
    }
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  it('lets go of what is removed, though what removed it is kept', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const { removals, references } = fill(createLinkedList<object>())
    for (const remove of removals) remove()
    // What a reference is made of lives until the current job is over.
    await new Promise(setImmediate)
    collect()
    const left = references.map((reference) => reference.deref())
    expect([left, removals.length]).toEqual([[undefined, undefined, undefined], 3])
  })
})

function fill(list: LinkedList<object>) {
  const values = [{ added: 1 }, { added: 2 }, { added: 3 }]
  return {
    removals: values.map((value) => list.add(value)),
    references: values.map((value) => new WeakRef(value)),
  }
}
