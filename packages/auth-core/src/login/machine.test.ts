import { describe, expect, it } from '@jest/globals'
import { askMachine } from '../../testing/login-flow/ask-machine.ts'
import { createMembership } from '../../testing/login-flow/create-membership.ts'
import { createSession } from '../../testing/login-flow/create-session.ts'
import { casesOf, interfaceRows } from '../../testing/login-flow/interface-rows.ts'
import { transition } from './machine.ts'
import type { EventKind, LoginContext, LoginEvent, LoginState, StateKind } from './machine-types.ts'

const acme = createMembership('acme')
const globex = createMembership('globex')
const guarded = createMembership('guarded', { otpEnabled: true })
const session = createSession()
const browser: LoginContext = { client: 'ui', otpExempt: ['cli', 'vscode'] }
const terminal: LoginContext = { client: 'cli', otpExempt: ['cli', 'vscode'] }
const editor: LoginContext = { client: 'vscode', otpExempt: ['cli', 'vscode'] }

const states: { readonly [S in StateKind]: LoginState } = {
  unauthenticated: { kind: 'unauthenticated' },
  tenant_selection: { kind: 'tenant_selection', offered: [acme, globex] },
  otp_pending: { kind: 'otp_pending', chosen: acme, offered: [acme, globex] },
  authenticated: { kind: 'authenticated', session },
  logged_out: { kind: 'logged_out' },
  reset_pending: { kind: 'reset_pending' },
}

const events: { readonly [E in EventKind]: Extract<LoginEvent, { kind: E }> } = {
  password_verified: { kind: 'password_verified', memberships: [acme] },
  provider_verified: { kind: 'provider_verified', memberships: [acme] },
  tenant_chosen: { kind: 'tenant_chosen', tenantId: 'globex' },
  resend_requested: { kind: 'resend_requested' },
  otp_accepted: { kind: 'otp_accepted' },
  refresh_requested: { kind: 'refresh_requested', membership: acme, isOver: false },
  logout_requested: { kind: 'logout_requested' },
  reset_requested: { kind: 'reset_requested', memberships: [acme] },
  reset_token_accepted: { kind: 'reset_token_accepted' },
}

const legal = [
  'password_verified in unauthenticated',
  'provider_verified in unauthenticated',
  'reset_requested in unauthenticated',
  'tenant_chosen in tenant_selection',
  'resend_requested in tenant_selection',
  'resend_requested in otp_pending',
  'otp_accepted in otp_pending',
  'refresh_requested in authenticated',
  'logout_requested in authenticated',
  'refresh_requested in logged_out',
  'logout_requested in logged_out',
  'reset_token_accepted in reset_pending',
]

const pairs = Object.values(states).flatMap((state) =>
  Object.values(events).map((event) => ({ name: `${event.kind} in ${state.kind}`, state, event })),
)

describe('which event can happen in which state', () => {
  it.each(pairs.filter(({ name }) => legal.includes(name)))('$name can', ({ state, event }) => {
    expect(transition(state, event, browser)).toHaveProperty('ok')
  })

  it.each(pairs.filter(({ name }) => !legal.includes(name)))(
    "$name is the caller's mistake",
    ({ name, state, event }) => {
      const step = () => transition(state, event, browser)
      expect(step).toThrow(new TypeError(name.replace(' in ', ' cannot happen in ')))
    },
  )

  it('finds every pair of the list', () => {
    expect(pairs.map(({ name }) => name)).toEqual(expect.arrayContaining(legal))
  })

  it('is what docs/login-flow.md is drawn from', () => {
    const drawn = askMachine().map(({ scenario: { event, from } }) => `${event} in ${from}`)
    expect(new Set(drawn)).toEqual(new Set(legal))
  })
})

describe('each row of the state table in the interface document', () => {
  const cases = askMachine()
  const decided = interfaceRows.filter((row) => row.event !== null)

  it.each(decided)('$state: $trigger, $condition -> $next', (row) => {
    const answers = casesOf(row, cases).map(({ answer }) => answer)
    const expected =
      row.to === 'refused'
        ? { to: null, refusal: 'oidc_no_account' }
        : { to: row.to, effects: row.effects.map((kind) => expect.objectContaining({ kind })) }
    expect(answers.length).toBeGreaterThan(0)
    expect(answers).toEqual(answers.map(() => expect.objectContaining(expected)))
  })

  it('but one, which only says that time passes', () => {
    const others = interfaceRows.filter((row) => row.event === null)
    expect(others).toMatchObject([{ trigger: 'token reaches exp' }])
  })
})

describe('a verified password', () => {
  it('opens nothing when no tenant took it', () => {
    expect(verifyPassword(browser, [])).toEqual({ ok: false, refusal: 'invalid_credentials' })
  })

  it('opens the only tenant', () => {
    expect(verifyPassword(browser, [acme])).toEqual({
      ok: true,
      state: { kind: 'authenticated', chosen: acme, offered: [acme] },
      effects: [{ kind: 'open_session', of: acme, otpSkipped: false }],
    })
  })

  it('makes a browser prove more where the tenant asks for it', () => {
    expect(verifyPassword(browser, [guarded])).toEqual({
      ok: true,
      state: { kind: 'otp_pending', chosen: guarded, offered: [guarded] },
      effects: [{ kind: 'send_otp', to: guarded }],
    })
  })

  it.each([
    ['cli', terminal],
    ['vscode', editor],
  ])('T-01: lets %s in without a code, and says so', (_, context) => {
    expect(verifyPassword(context, [guarded])).toEqual({
      ok: true,
      state: { kind: 'authenticated', chosen: guarded, offered: [guarded] },
      effects: [{ kind: 'open_session', of: guarded, otpSkipped: true }],
    })
  })

  it.each([
    ['cli', terminal],
    ['vscode', editor],
  ])('T-01: asks %s for a code once the operator exempts nobody', (_, { client }) => {
    const step = verifyPassword({ client, otpExempt: [] }, [guarded])
    expect(step).toMatchObject({ ok: true, state: { kind: 'otp_pending' } })
  })

  it('lets the person choose among several, and sends no code before they have', () => {
    expect(verifyPassword(browser, [guarded, acme])).toEqual({
      ok: true,
      state: { kind: 'tenant_selection', offered: [guarded, acme] },
      effects: [],
    })
  })
})

describe('a verified provider email', () => {
  it('opens nothing when no account has it', () => {
    expect(verifyProvider([])).toEqual({ ok: false, refusal: 'oidc_no_account' })
  })

  it('opens the only tenant without a code, and says so', () => {
    expect(verifyProvider([guarded])).toEqual({
      ok: true,
      state: { kind: 'authenticated', chosen: guarded, offered: [guarded] },
      effects: [{ kind: 'open_session', of: guarded, otpSkipped: true }],
    })
  })

  it('lets the person choose among several', () => {
    expect(verifyProvider([acme, globex])).toEqual({
      ok: true,
      state: { kind: 'tenant_selection', offered: [acme, globex] },
      effects: [],
    })
  })
})

describe('a chosen tenant', () => {
  it('is entered', () => {
    expect(transition(states.tenant_selection, events.tenant_chosen, browser)).toEqual({
      ok: true,
      state: { kind: 'authenticated', chosen: globex, offered: [acme, globex] },
      effects: [{ kind: 'open_session', of: globex, otpSkipped: false }],
    })
  })

  it('T-06: is offered', () => {
    const elsewhere = { kind: 'tenant_chosen', tenantId: 'guarded' } as const
    const step = transition(states.tenant_selection, elsewhere, browser)
    expect(step).toEqual({ ok: false, refusal: 'tenant_not_offered' })
  })

  it('T-08: is asked for its own OTP setting, not for that of the others', () => {
    const offered = [acme, guarded]
    const choose = (tenantId: string) =>
      transition(
        { kind: 'tenant_selection', offered },
        { kind: 'tenant_chosen', tenantId },
        browser,
      )
    expect(choose('guarded')).toEqual({
      ok: true,
      state: { kind: 'otp_pending', chosen: guarded, offered },
      effects: [{ kind: 'send_otp', to: guarded }],
    })
    expect(choose('acme')).toMatchObject({ state: { kind: 'authenticated' } })
  })
})

describe('an accepted code', () => {
  it('opens the tenant it was asked for, with the others still on offer', () => {
    const pending = { kind: 'otp_pending', chosen: guarded, offered: [guarded, acme] } as const
    expect(transition(pending, events.otp_accepted, browser)).toEqual({
      ok: true,
      state: { kind: 'authenticated', chosen: guarded, offered: [guarded, acme] },
      effects: [{ kind: 'open_session', of: guarded, otpSkipped: false }],
    })
  })
})

describe('a code that is asked for again', () => {
  it('is that of the tenant that is being entered', () => {
    expect(transition(states.otp_pending, events.resend_requested, browser)).toEqual({
      ok: true,
      state: states.otp_pending,
      effects: [{ kind: 'resend_otp', to: acme }],
    })
  })

  it('is refused where none is awaited', () => {
    const step = transition(states.tenant_selection, events.resend_requested, browser)
    expect(step).toEqual({ ok: false, refusal: 'otp_invalid' })
  })
})

describe('a token', () => {
  it('is renewed as long as it is good', () => {
    expect(transition(states.authenticated, events.refresh_requested, browser)).toEqual({
      ok: true,
      state: states.authenticated,
      effects: [{ kind: 'renew_token', of: acme, session }],
    })
  })

  it.each([
    ['once the account or its tenant may not act', { membership: undefined }],
    ['once the longest session has passed', { isOver: true }],
  ])('T-40: is not renewed %s', (_, facts) => {
    const event = { ...events.refresh_requested, ...facts }
    const step = transition(states.authenticated, event, browser)
    expect(step).toEqual({ ok: false, refusal: 'session_ended' })
  })

  it('T-40: is not renewed after logout', () => {
    const step = transition(states.logged_out, events.refresh_requested, browser)
    expect(step).toEqual({ ok: false, refusal: 'session_ended' })
  })

  it('T-43: is logged out any number of times', () => {
    const once = transition(states.authenticated, events.logout_requested, browser)
    expect(once).toEqual({
      ok: true,
      state: { kind: 'logged_out' },
      effects: [{ kind: 'end_session', session }],
    })
    const twice = transition(states.logged_out, events.logout_requested, browser)
    expect(twice).toEqual({ ok: true, state: { kind: 'logged_out' }, effects: [] })
  })
})

describe('a forgotten password', () => {
  it('is mailed about to all accounts of the address', () => {
    const event = { kind: 'reset_requested', memberships: [acme, globex] } as const
    expect(transition(states.unauthenticated, event, browser)).toEqual({
      ok: true,
      state: { kind: 'reset_pending' },
      effects: [{ kind: 'send_reset_mail', to: [acme, globex] }],
    })
  })

  it('T-52: is not refused when nobody has the address', () => {
    const event = { kind: 'reset_requested', memberships: [] } as const
    const step = transition(states.unauthenticated, event, browser)
    expect(step).toEqual({ ok: true, state: { kind: 'unauthenticated' }, effects: [] })
  })

  it('T-54: is replaced without logging anybody in', () => {
    const step = transition(states.reset_pending, events.reset_token_accepted, browser)
    expect(step).toEqual({
      ok: true,
      state: { kind: 'unauthenticated' },
      effects: [{ kind: 'change_password' }],
    })
  })
})

function verifyPassword(context: LoginContext, memberships: readonly (typeof acme)[]) {
  return transition(states.unauthenticated, { kind: 'password_verified', memberships }, context)
}

function verifyProvider(memberships: readonly (typeof acme)[]) {
  return transition(states.unauthenticated, { kind: 'provider_verified', memberships }, browser)
}
