import { describe, expect, it } from '@jest/globals'
import { lifeStates } from '../../testing/account-life/ask-life.ts'
import { createMembership } from '../../testing/login-flow/create-membership.ts'
import { lifeOf, recordOf } from './life-of.ts'

const { account } = createMembership('acme')

describe('the life of an account', () => {
  it('is active once its address is confirmed', () => {
    expect(lifeOf({ ...account, status: 'active', emailVerified: true })).toEqual({
      kind: 'active',
    })
    expect(lifeOf({ ...account, status: 'active', emailVerified: false })).toEqual({
      kind: 'unconfirmed',
    })
  })

  it.each([true, false])('is disabled whatever is known of the address (%p)', (emailVerified) => {
    const life = lifeOf({ ...account, status: 'disabled', emailVerified })
    expect(life).toEqual({ kind: 'disabled', emailVerified })
  })

  it('is over from the moment on at which it is being removed', () => {
    expect(lifeOf({ ...account, status: 'removing' })).toEqual({ kind: 'removed' })
  })

  it('has not begun while it is reserved, or where there is none', () => {
    expect(lifeOf({ ...account, status: 'reserved' })).toEqual({ kind: 'absent' })
    expect(lifeOf(undefined)).toEqual({ kind: 'absent' })
  })

  it('begins with an invitation where there is no account', () => {
    const isInvited = true
    expect(lifeOf(undefined, { isInvited })).toEqual({ kind: 'invited' })
    expect(lifeOf({ ...account, status: 'reserved' }, { isInvited })).toEqual({ kind: 'invited' })
    expect(lifeOf({ ...account, status: 'removing' }, { isInvited })).toEqual({ kind: 'invited' })
  })

  it('does not change by an invitation where there is one', () => {
    const isInvited = true
    expect(lifeOf({ ...account, status: 'active' }, { isInvited })).toEqual({ kind: 'active' })
    expect(lifeOf({ ...account, status: 'disabled' }, { isInvited })).toMatchObject({
      kind: 'disabled',
    })
  })
})

describe('a record', () => {
  it.each(lifeStates)('tells the state again that it keeps: %j', (state) => {
    const isInvited = state.kind === 'invited'
    const kept = { ...account, status: 'reserved', ...recordOf(state) } as const
    expect(lifeOf(kept, { isInvited })).toEqual(state)
  })
})
