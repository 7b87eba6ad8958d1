import { expect, it } from '@jest/globals'
import { createGate } from './read-write-lock.ts'

it('runs work side by side, and what wants to be alone by itself', async () => {
  const gate = createGate()
  const running = new Set<string>()
  const seen: string[] = []
  const work = (name: string) => async () => {
    running.add(name)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push([...running].toSorted().join('+'))
    running.delete(name)
  }
  await Promise.all([
    gate.beside(work('a')),
    gate.beside(work('b')),
    gate.alone(work('c')),
    gate.beside(work('d')),
    gate.alone(work('e')),
    gate.beside(work('f')),
  ])
  expect(seen[0]).toBe('a+b')
  expect(seen).toContain('c')
  expect(seen).toContain('e')
  expect(seen.filter((names) => /c.|.c|e.|.e/.test(names))).toEqual([])
  // Those who came later wait behind those who want to be alone.
  expect(seen.at(-2)).toBe('d+f')
})

it('goes on after work that failed', async () => {
  const gate = createGate()
  const failing = () => Promise.reject(new Error('no'))
  await expect(gate.alone(failing)).rejects.toThrow('no')
  await expect(gate.beside(failing)).rejects.toThrow('no')
  expect(await gate.alone(async () => 'yes')).toBe('yes')
  expect(await gate.beside(async () => 'yes')).toBe('yes')
})
