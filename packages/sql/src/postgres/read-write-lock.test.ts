import { expect, it } from '@jest/globals'
import { createReadWriteLock } from './read-write-lock.ts'

it('runs work side by side, and what wants to be alone by itself', async () => {
  const lock = createReadWriteLock()
  const running = new Set<string>()
  const seen: string[] = []
  const work = (name: string) => async () => {
    running.add(name)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push([...running].toSorted().join('+'))
    running.delete(name)
  }
  await Promise.all([
    lock.shared(work('a')),
    lock.shared(work('b')),
    lock.exclusive(work('c')),
    lock.shared(work('d')),
    lock.exclusive(work('e')),
    lock.shared(work('f')),
  ])
  expect(seen[0]).toBe('a+b')
  expect(seen).toContain('c')
  expect(seen).toContain('e')
  expect(seen.filter((names) => /c.|.c|e.|.e/.test(names))).toEqual([])
  // Those who came later wait behind those who want to be alone.
  expect(seen.at(-2)).toBe('d+f')
})

it('goes on after work that failed', async () => {
  const lock = createReadWriteLock()
  const failing = () => Promise.reject(new Error('no'))
  await expect(lock.exclusive(failing)).rejects.toThrow('no')
  await expect(lock.shared(failing)).rejects.toThrow('no')
  expect(await lock.exclusive(async () => 'yes')).toBe('yes')
  expect(await lock.shared(async () => 'yes')).toBe('yes')
})
