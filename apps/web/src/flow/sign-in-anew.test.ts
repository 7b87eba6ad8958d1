import { describe, expect, it } from '@jest/globals'
import type { CallResult } from '../api/call.ts'
import type { LoginAnswer, OtpAnswer, TenantEntry, TokenAnswer } from '../api/wire.ts'
import { type SignInRoutes, signInAnew } from './sign-in-anew.ts'

const here = { email: 'ada@example.com', userId: 'u1', tenantId: 'here' }

const entry = (tenantId: string, userId: string): TenantEntry => ({
  tenant_id: tenantId,
  tenant_name: tenantId,
  username: `ada.${tenantId}`,
  user_id: userId,
})

const tokens = (userId: string): TokenAnswer => ({
  token: `token of ${userId}`,
  user: { id: userId } as TokenAnswer['user'],
  expires_in: 60,
  session_token: 's',
  available_tenants: [],
})

const selection: LoginAnswer = {
  requires_tenant_selection: true,
  tenants: [entry('there', 'u2'), entry('here', 'u1')],
  session_token: 'choice',
}

const code: OtpAnswer = {
  requires_otp: true,
  username: 'ada',
  otp_expires_in_min: 5,
  resend_after: 30,
}

function routes(login: LoginAnswer, chosen?: LoginAnswer) {
  const calls: string[] = []
  const answer = (value: LoginAnswer): CallResult<LoginAnswer> => ({ ok: true, value })
  const table: SignInRoutes = {
    logIn: async () => answer(login),
    selectTenant: async (token, tenantId) => {
      calls.push(`select ${tenantId} with ${token}`)
      return answer(chosen ?? tokens('u1'))
    },
    logOut: async (token) => calls.push(`log out ${token}`),
  }
  return { table, calls }
}

describe('signing in anew', () => {
  it('is done when the password opens this organization alone', async () => {
    const { table } = routes(tokens('u1'))
    expect(await signInAnew(table, here, 'p')).toEqual({ kind: 'proven', answer: tokens('u1') })
  })

  it('chooses this organization among those that the password opens', async () => {
    const { table, calls } = routes(selection)
    expect(await signInAnew(table, here, 'p')).toMatchObject({ kind: 'proven' })
    expect(calls).toEqual(['select here with choice'])
  })

  it('asks for the code that was mailed', async () => {
    const { table } = routes({ ...code, tenants: [entry('here', 'u1')], session_token: 'login' })
    expect(await signInAnew(table, here, 'p')).toEqual({
      kind: 'code',
      username: 'ada',
      sessionToken: 'login',
    })
  })

  it('asks for the code after the choice too, with the token of the login', async () => {
    const { table } = routes(selection, code)
    expect(await signInAnew(table, here, 'p')).toMatchObject({
      kind: 'code',
      sessionToken: 'choice',
    })
  })

  it.each([
    ['enters another account, which is left at once', tokens('u2'), ['log out token of u2']],
    ['asks for the code of another account', { ...code, tenants: [entry('there', 'u2')] }, []],
    ['opens only others', { ...selection, tenants: [entry('there', 'u2')] } as LoginAnswer, []],
  ])('is refused as a wrong password when it %s', async (_what, answer, calls) => {
    const found = routes(answer)
    expect(await signInAnew(found.table, here, 'p')).toMatchObject({
      kind: 'refused',
      error: { code: 'invalid_credentials' },
    })
    expect(found.calls).toEqual(calls)
  })

  it('hands on why it was refused', async () => {
    const error = { code: 'rate_limited', errors: [], retryAfter: 60 }
    const { table } = routes(tokens('u1'))
    const refusing = { ...table, logIn: async () => ({ ok: false as const, error }) }
    expect(await signInAnew(refusing, here, 'p')).toEqual({ kind: 'refused', error })
  })
})
