import { describe, expect, it } from '@jest/globals'
import { fill, piecesOf } from './fill.ts'

describe('a sentence with places', () => {
  it('is taken apart at them', () => {
    expect(piecesOf('{actor} made {account} a member')).toEqual([
      { place: 'actor' },
      { words: ' made ' },
      { place: 'account' },
      { words: ' a member' },
    ])
  })

  it('is whole without any', () => {
    expect(piecesOf('Sign out')).toEqual([{ words: 'Sign out' }])
    expect(piecesOf('')).toEqual([])
  })

  it('gets its values as they are, and looks for no places in them', () => {
    const values = { one: '{two} <b>', two: 'never' }
    expect(fill('a {one} b', values)).toBe('a {two} <b> b')
  })

  it('has nothing where nothing is known', () => {
    expect(fill('[{unknown}]', {})).toBe('[]')
  })
})
