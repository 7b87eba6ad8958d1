/**
 * The login state machine: what each event leads to, and the work that comes with it.
 *
 * Rule 1: what a client must do next is decided in this file alone, for every login, refresh, logout
 *   and password reset. Whether a password, a code or a token is good is a fact, found out before.
 * Rule 2: nothing here reads a clock, a store, a setting or a request; facts arrive as events.
 * Rule 3: a use case asks for every step that is here, and `perform.ts` alone does the work of one. Steps of an
 *   account's life, which end sessions too, are in `account/life.ts`.
 *
 * `docs/login-flow.md` is drawn from the table below by asking it everything.
 */
import type { Membership } from '../records/account.ts'
import type { Refusal } from '../refusal.ts'
import type {
  Entrance,
  Entry,
  EventKind,
  LoginContext,
  LoginEffect,
  LoginEvent,
  LoginState,
  RefreshRequested,
  Refuse,
  State,
  StateKind,
  Transition,
} from './machine-types.ts'

type Step<S extends StateKind, E extends EventKind> = (
  state: State<S>,
  event: Extract<LoginEvent, { kind: E }>,
  context: LoginContext,
) => Transition<E>

/** One row for each state, one cell for each event possible in it. A missing cell is a caller's mistake. */
const steps: { readonly [S in StateKind]: { readonly [E in EventKind]?: Step<S, E> } } = {
  unauthenticated: {
    password_verified: (_, { memberships }, context) => offer(memberships, context),
    provider_verified: (_, { memberships }, context) => offerTrusted(memberships, context),
    reset_requested: (_, { memberships }) => sendReset(memberships),
  },
  tenant_selection: {
    tenant_chosen: ({ offered }, { tenantId }, context) => choose(offered, tenantId, context),
    resend_requested: () => refuse('otp_invalid'),
  },
  otp_pending: {
    resend_requested: (state) => move(state, { kind: 'resend_otp', to: state.chosen }),
    otp_accepted: (entry) => authenticate(entry, false),
  },
  authenticated: {
    refresh_requested: (state, event) => renew(state, event),
    logout_requested: ({ session }) =>
      move({ kind: 'logged_out' }, { kind: 'end_session', session }),
  },
  logged_out: {
    refresh_requested: () => refuse('session_ended'),
    logout_requested: () => move({ kind: 'logged_out' }),
  },
  reset_pending: {
    reset_token_accepted: () => move({ kind: 'unauthenticated' }, { kind: 'change_password' }),
  },
}

/**
 * Moves one login one step. Pure: the same arguments always give the same answer.
 *
 * @throws {TypeError} When the event cannot happen in the state: a mistake in the caller.
 */
export function transition<E extends EventKind>(
  state: LoginState,
  event: Extract<LoginEvent, { kind: E }>,
  context: LoginContext,
): Transition<E> {
  // The compiler cannot see that both keys come from the very values passed on.
  const step = steps[state.kind][event.kind] as Step<StateKind, E> | undefined
  if (!step) throw new TypeError(`${event.kind} cannot happen in ${state.kind}`)
  return step(state, event, context)
}

function offer(
  memberships: readonly Membership[],
  context: LoginContext,
): Transition<'password_verified'> {
  const [only, ...others] = memberships
  if (!only) return refuse('invalid_credentials')
  if (others.length > 0) return move({ kind: 'tenant_selection', offered: memberships })
  return enter({ chosen: only, offered: memberships }, context)
}

/** A single organization is entered without a code: the provider was the second opinion. */
function offerTrusted(
  memberships: readonly Membership[],
  context: LoginContext,
): Transition<'provider_verified'> {
  const [only, ...others] = memberships
  if (!only) return refuse('oidc_no_account')
  if (others.length > 0) return move({ kind: 'tenant_selection', offered: memberships })
  return authenticate({ chosen: only, offered: memberships }, asksForOtp(only, context))
}

function choose(
  offered: readonly Membership[],
  tenantId: string,
  context: LoginContext,
): Transition<'tenant_chosen'> {
  const chosen = offered.find(({ tenant }) => tenant.id === tenantId)
  return chosen ? enter({ chosen, offered }, context) : refuse('tenant_not_offered')
}

function enter(entry: Entry, context: LoginContext): Entrance {
  if (asksForOtp(entry.chosen, context)) {
    return move({ ...entry, kind: 'otp_pending' }, { kind: 'send_otp', to: entry.chosen })
  }
  return authenticate(entry, entry.chosen.tenant.otpEnabled)
}

function authenticate(entry: Entry, otpSkipped: boolean): Transition<'otp_accepted'> {
  return move(
    // The entry may be a whole state, whose own kind must not win.
    { ...entry, kind: 'authenticated' },
    { kind: 'open_session', of: entry.chosen, otpSkipped },
  )
}

function renew(
  state: State<'authenticated'>,
  { membership, isOver }: RefreshRequested,
): Transition<'refresh_requested'> {
  if (!membership || isOver) return refuse('session_ended')
  return move(state, { kind: 'renew_token', of: membership, session: state.session })
}

function sendReset(memberships: readonly Membership[]): Transition<'reset_requested'> {
  if (memberships.length === 0) return move({ kind: 'unauthenticated' })
  return move({ kind: 'reset_pending' }, { kind: 'send_reset_mail', to: memberships })
}

function asksForOtp({ tenant }: Membership, { client, otpExempt }: LoginContext): boolean {
  return tenant.otpEnabled && !(tenant.otpExemptClients ?? otpExempt).includes(client)
}

function move<const To, const Effects extends readonly LoginEffect[]>(
  state: To,
  ...effects: Effects
): { readonly ok: true; readonly state: NoInfer<To>; readonly effects: NoInfer<Effects> } {
  return { ok: true, state, effects }
}

function refuse<Reason extends Refusal>(refusal: Reason): Refuse<Reason> {
  return { ok: false, refusal }
}
