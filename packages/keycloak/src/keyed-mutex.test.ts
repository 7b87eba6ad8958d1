import { expect, it } from '@jest/globals'
import { createKeyedMutex } from './keyed-mutex.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('lets one work at a time on a thing, in the order they came', async () => {
  const turns = createKeyedMutex(16)
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await settle()
    seen.push(`${name} ends`)
  }
  await Promise.all([turns.take('a', work('one')), turns.take('a', work('two'))])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

it('lets different things happen at the same time', async () => {
  const turns = createKeyedMutex(16)
  let release = () => {}
  const first = turns.take(
    'a',
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  expect(await turns.take('b', async () => 'done')).toBe('done')
  release()
  await first
})

it('goes on after a failure, which only its own caller sees', async () => {
  const turns = createKeyedMutex(16)
  const failing = turns.take('a', async () => {
    throw new Error('broken')
  })
  const next = turns.take('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('refuses at once when too many wait, and takes them again later', async () => {
  const turns = createKeyedMutex(2)
  const waiting = [1, 2, 3].map((each) => turns.take('a', async () => each))
  await expect(turns.take('a', async () => 4)).rejects.toMatchObject({
    port: 'credential_store',
    failure: 'unavailable',
  })
  expect(await Promise.all(waiting)).toEqual([1, 2, 3])
  expect(await turns.take('a', async () => 5)).toBe(5)
})
