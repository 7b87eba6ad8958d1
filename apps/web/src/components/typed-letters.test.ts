import { describe, expect, it } from '@jest/globals'
import { createTypedLetters } from './typed-letters.ts'

describe('letters that are typed', () => {
  it('are one word while they come soon after each other', () => {
    const letters = createTypedLetters()
    expect(letters.add('N', 0)).toBe('n')
    expect(letters.add('o', 700)).toBe('no')
    expect(letters.add(' ', 800)).toBe('no ')
    expect(letters.add('s', 1501)).toBe('s')
  })

  it('are no other keys, and a space begins no word', () => {
    const letters = createTypedLetters()
    expect(letters.add('ArrowDown', 0)).toBeUndefined()
    expect(letters.add(' ', 10)).toBeUndefined()
    expect(letters.add('é', 20)).toBe('é')
  })

  it('are forgotten after a key that moves, but not while a letter is made a capital', () => {
    const letters = createTypedLetters()
    letters.add('n', 0)
    letters.add('Shift', 10)
    expect(letters.add('O', 20)).toBe('no')
    letters.add('Home', 30)
    expect(letters.add('s', 40)).toBe('s')
  })

  it('are forgotten after a pause, a space included', () => {
    const letters = createTypedLetters()
    letters.add('n', 0)
    expect(letters.add(' ', 701)).toBeUndefined()
    expect(letters.add('s', 710)).toBe('s')
  })
})
