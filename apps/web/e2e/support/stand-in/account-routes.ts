import { type Answer, good, pageOf, problem, type Question } from './answer.ts'
import { key, rightCode, type State } from './state.ts'
import { tokenAnswer, tokenOf } from './tokens.ts'

/** What a route does with what the stand-in knows. */
export type Handler = (state: State, question: Question) => Answer

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const codeSent = ({ me, resendAfter }: State) => ({
  requires_otp: true,
  username: me.username,
  otp_expires_in_min: 5,
  resend_after: resendAfter,
})

/** Signing in, and the routes of one's own account. */
export const accountRoutes: Readonly<Record<string, Handler>> = {
  'POST /login': (state, { body }) => {
    if (body.password !== state.password) return problem('invalid_credentials')
    state.authTime = Math.floor(Date.now() / 1000)
    if (!state.wantsCode) return good(tokenAnswer(state))
    return good({
      ...codeSent(state),
      tenants: state.tenants.slice(0, 1),
      session_token: 'session token',
    })
  },
  'POST /resend-otp': (state) => good(codeSent(state)),
  'POST /signup': ({ me }, { body }) =>
    good({ message: 'Created.', user_id: me.id, username: body.username }, 201),
  'POST /forgot-password': () => good(),
  'POST /reset-password': (_state, { body }) =>
    body.reset_token === 'dead' ? problem('reset_token_invalid') : good(),
  'POST /verify-otp': (state, { body }) =>
    body.otp_code === rightCode ? good(tokenAnswer(state)) : problem('otp_invalid'),
  'POST /select-tenant': (state) => good(tokenAnswer(state)),
  'POST /tenants': (state) => good({ tenants: state.tenants }),
  'POST /refresh': (state) => good({ token: tokenOf(state), expires_in: 86_400 }),
  'POST /logout': () => good(),

  'GET /me': (state) => good(state.me),
  'PATCH /me': (state, { body }) => {
    state.me = { ...state.me, ...body }
    return good(state.me)
  },
  'DELETE /me': (state, { body }) =>
    body.current_password === state.password ? good() : problem('invalid_credentials'),
  'POST /change-password': (state, { body }) => {
    if (body.current_password !== state.password) return problem('invalid_credentials')
    state.password = text(body.new_password)
    state.sessions = state.sessions.filter(({ current }) => current)
    return good()
  },
  'POST /change-email': (state, { body }) => {
    if (body.current_password !== state.password) return problem('invalid_credentials')
    state.me = { ...state.me, pending_email: text(body.email) }
    return good()
  },
  'POST /resend-verification': () => good({ message: 'Sent.', resend_after: 42 }),

  'GET /sessions': (state, { query }) => pageOf(state.sessions, query),
  'DELETE /sessions/{id}': (state, { id }) => {
    state.sessions = state.sessions.filter((session) => session.id !== id)
    return good()
  },
  'DELETE /sessions': (state) => {
    state.sessions = state.sessions.filter(({ current }) => current)
    return good()
  },

  'GET /api-keys': (state, { query }) => pageOf(state.keys, query),
  'POST /api-keys': (state, { body }) => {
    state.keys = [...state.keys, key(text(body.name))]
    return good({ key: 'ghk_EXAMPLE_not_a_real_key_7Yq2' }, 201)
  },
  'POST /api-keys/{id}/rotate': () => good({ key: 'ghk_EXAMPLE_not_a_real_key_rotated' }, 201),
  'DELETE /api-keys/{id}': (state, { id }) => {
    state.keys = state.keys.filter((each) => each.id !== id)
    return good()
  },

  'POST /password-reset': (state, { body }) => {
    if (body.reset_token === 'dead') return problem('reset_token_invalid')
    const { username, email } = state.me
    return good({ organization: state.me.tenant_name, username, email })
  },
  'POST /verification': (state, { body }) => {
    if (body.token === 'dead') return problem('verification_token_invalid')
    const { username, email } = state.me
    const purpose = body.token === 'change' ? 'change_email' : 'verify_email'
    return good({ organization: state.me.tenant_name, username, email, purpose })
  },
  'POST /verify-email': (state, { body, token }) => {
    const isProven = token !== undefined || 'new_password' in body
    if (isProven || body.password === state.password) {
      if ('new_password' in body) state.password = text(body.new_password)
      return good()
    }
    return problem('password' in body ? 'invalid_credentials' : 'validation_failed')
  },
  'POST /invitation': (_state, { body }) =>
    body.token === 'dead'
      ? problem('invitation_invalid')
      : good({
          organization: 'Example GmbH',
          email: 'lin@example.com',
          invited_by: 'Ada Sommer',
          role: 'user',
          expires_at: new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString(),
        }),
  'POST /accept-invitation': (state, { body }) => {
    if (body.username === 'ada') return problem('username_taken')
    state.password = text(body.password)
    return good({ message: 'Welcome.', user_id: 'l', username: body.username }, 201)
  },
  'POST /reopen-organization': (_state, { body }) =>
    body.token === 'dead' ? problem('verification_token_invalid') : good(),
}
