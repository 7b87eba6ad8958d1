import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLineBatch } from './line-batch.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function createBatch(maxBytes: number) {
  const written: string[] = []
  const batch = createLineBatch({
    write: (lines) => void written.push(lines),
    maxBytes,
    maxMs: 100,
  })
  return { written, ...batch }
}

describe('a batch of lines', () => {
  it('is written when the next line would make it too long, counted in bytes', () => {
    const { add, written } = createBatch(6)
    for (const line of ['ab\n', 'cd\n', 'é\n', 'ü\n', 'e\n']) add(line)
    expect(written).toEqual(['ab\ncd\n', 'é\nü\n'])
  })

  it('takes the size of a line from who knows it', () => {
    const { add, written } = createBatch(6)
    add('ab\n', 3)
    add('é\n', 6)
    expect(written).toEqual(['ab\n'])
  })

  it('is written when its first line has waited long enough', () => {
    const { add, written } = createBatch(1000)
    add('a\n')
    jest.advanceTimersByTime(60)
    add('b\n')
    jest.advanceTimersByTime(39)
    expect(written).toEqual([])
    jest.advanceTimersByTime(1)
    expect(written).toEqual(['a\nb\n'])
    add('c\n')
    jest.advanceTimersByTime(100)
    expect(written).toEqual(['a\nb\n', 'c\n'])
  })

  it('has a line alone that is too long', () => {
    const { add, flush, written } = createBatch(4)
    for (const line of ['a\n', 'longer\n', 'b\n']) add(line)
    flush()
    flush()
    expect(written).toEqual(['a\n', 'longer\n', 'b\n'])
  })
})
