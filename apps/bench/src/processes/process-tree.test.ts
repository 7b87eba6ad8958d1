import { expect, it } from '@jest/globals'
import { parentIn, processTree } from './process-tree.ts'

it.each([
  ['4 (node) S 7 4 4 0 -1', 7],
  ['41 (a b) c) (d) R 12 41 41 0 -1', 12],
  ['4 (two\nlines) S 7 4 4 0 -1', 7],
])('reads the parent in %j', (stat, parent) => {
  expect(parentIn(stat)).toBe(parent)
})

it('reads nothing in what is no such line', () => {
  expect(parentIn('')).toBeUndefined()
})

it('begins with the process itself, and has those it started', () => {
  expect(processTree(process.ppid)).toEqual(expect.arrayContaining([process.ppid, process.pid]))
  expect(processTree(process.pid)[0]).toBe(process.pid)
})
