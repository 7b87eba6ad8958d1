import { describe, expect, it } from '@jest/globals'
import { acceptedType } from './accepted-type.ts'

const offered = ['text/html', 'application/json', 'application/problem+json'] as const

describe('of several media types a client gets', () => {
  it.each([
    [undefined, 'text/html'],
    ['*/*', 'text/html'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/*', 'application/json'],
    ['application/problem+json, application/json', 'application/problem+json'],
    ['application/json;q=0.5, application/problem+json', 'application/problem+json'],
    ['*/*, application/json', 'application/json'],
    ['text/html;q=0, */*', 'application/json'],
    ['text/html;level=1, application/json', 'application/json'],
    ['application/json; q=0.1, text/*; q=0.2', 'text/html'],
  ])('for %j the type %s', (accept, type) => {
    expect(acceptedType(accept, offered)).toBe(type)
  })

  it.each(['image/png', '', 'text', 'application/json;q=0', 'text/html;q=x', '/', '*/json'])(
    'none for %j',
    (accept) => {
      expect(acceptedType(accept, offered)).toBeUndefined()
    },
  )
})
