import { describe, expect, it } from '@jest/globals'
import { tokenRefused } from './bearer.ts'

describe('tokenRefused', () => {
  it('T-92: asks for no other token where the account may not', () => {
    const rejection = tokenRefused({ kind: 'refused', refusal: 'account_unconfirmed' })
    expect(rejection).toEqual({ code: 'account_unconfirmed' })
  })

  it('says no more of a token than that it is no good', () => {
    const { code } = tokenRefused({ kind: 'refused', refusal: 'forbidden' })
    expect(code).toBe('token_invalid')
  })
})
