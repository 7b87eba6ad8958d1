import { expect, it } from '@jest/globals'
import { createKeyedMutex } from './keyed-mutex.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('runs work of one key one after the other, in the order in which it came', async () => {
  const mutex = createKeyedMutex(16)
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await settle()
    seen.push(`${name} ends`)
  }
  await Promise.all([mutex.runExclusive('a', work('one')), mutex.runExclusive('a', work('two'))])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

it('runs work of different keys at the same time', async () => {
  const mutex = createKeyedMutex(16)
  let release = () => {}
  const first = mutex.runExclusive(
    'a',
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  expect(await mutex.runExclusive('b', async () => 'done')).toBe('done')
  release()
  await first
})

it('goes on after a failure, which only its own caller sees', async () => {
  const mutex = createKeyedMutex(16)
  const failing = mutex.runExclusive('a', async () => {
    throw new Error('broken')
  })
  const next = mutex.runExclusive('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('refuses at once when too many wait, and takes them again later', async () => {
  const mutex = createKeyedMutex(2)
  const waiting = [1, 2, 3].map((each) => mutex.runExclusive('a', async () => each))
  await expect(mutex.runExclusive('a', async () => 4)).rejects.toMatchObject({
    port: 'credential_store',
    failure: 'unavailable',
  })
  expect(await Promise.all(waiting)).toEqual([1, 2, 3])
  expect(await mutex.runExclusive('a', async () => 5)).toBe(5)
})
