/**
 * The login state machine.
 *
 * Rule 1: every decision about what a client must do next is made in this file.
 * Rule 2: nothing here reads a clock, a store, a setting or a request; facts arrive as events.
 *
 * `docs/login-flow.md` is drawn from the table below by asking it everything.
 */
import type { Membership } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'
import type { Refusal } from '../refusal.ts'

/** How far one client has come. */
export type LoginState =
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'tenant_selection'; readonly offered: readonly Membership[] }
  | ({ readonly kind: 'otp_pending' } & Entry)
  | ({ readonly kind: 'authenticated' } & Entry)
  /** The token stays usable until its own expiry, but is never renewed. */
  | { readonly kind: 'logged_out' }
  | { readonly kind: 'reset_pending' }

/** A tenant someone is entering, and those they may switch to later. */
interface Entry {
  readonly chosen: Membership
  readonly offered: readonly Membership[]
}

/** A fact the caller has already established. */
export type LoginEvent =
  /** These accounts took the password; each was asked on its own. */
  | { readonly kind: 'password_verified'; readonly memberships: readonly Membership[] }
  /** An external provider vouches for the email of these accounts. */
  | { readonly kind: 'provider_verified'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'tenant_chosen'; readonly tenantId: string }
  | { readonly kind: 'otp_accepted' }
  | { readonly kind: 'refresh_requested' }
  | { readonly kind: 'logout_requested' }
  | { readonly kind: 'token_expired' }
  /** Someone asked for a new password; these accounts have the address. */
  | { readonly kind: 'reset_requested'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'reset_token_accepted' }

/** Work the caller must finish before it reports the new state. */
export type LoginEffect =
  | { readonly kind: 'send_otp'; readonly to: Membership }
  | { readonly kind: 'record_login'; readonly of: Membership; readonly otpSkipped: boolean }
  | { readonly kind: 'renew_token' }
  | { readonly kind: 'end_session' }
  | { readonly kind: 'send_reset_mail'; readonly to: readonly Membership[] }
  | { readonly kind: 'change_password' }

/** What stays the same during one request. */
export interface LoginContext {
  readonly client: ClientType
  /** Client types that are never asked for a one-time code. */
  readonly otpExempt: readonly ClientType[]
}

/** Where each event can lead. */
interface Leads {
  readonly password_verified: 'tenant_selection' | 'otp_pending' | 'authenticated'
  readonly provider_verified: 'tenant_selection' | 'authenticated'
  readonly tenant_chosen: 'otp_pending' | 'authenticated'
  readonly otp_accepted: 'authenticated'
  readonly refresh_requested: 'authenticated'
  readonly logout_requested: 'logged_out'
  readonly token_expired: 'unauthenticated'
  readonly reset_requested: 'reset_pending' | 'unauthenticated'
  readonly reset_token_accepted: 'unauthenticated'
}

export type StateKind = LoginState['kind']
export type EventKind = LoginEvent['kind']
type State<S extends StateKind> = Extract<LoginState, { kind: S }>

/** Where a step led, or why it was refused. */
export type Transition<S extends StateKind = StateKind> =
  | { readonly ok: true; readonly state: State<S>; readonly effects: readonly LoginEffect[] }
  | { readonly ok: false; readonly refusal: Refusal }

type Step<S extends StateKind, E extends EventKind> = (
  state: State<S>,
  event: Extract<LoginEvent, { kind: E }>,
  context: LoginContext,
) => Transition<Leads[E]>

/** One row a state, one cell an event that can happen there. A missing cell is a caller's mistake. */
const steps: { readonly [S in StateKind]: { readonly [E in EventKind]?: Step<S, E> } } = {
  unauthenticated: {
    password_verified: (_, { memberships }, context) => offer(memberships, context),
    provider_verified: (_, { memberships }, context) => offerTrusted(memberships, context),
    refresh_requested: () => refuse('token_expired'),
    reset_requested: (_, { memberships }) => sendReset(memberships),
  },
  tenant_selection: {
    tenant_chosen: ({ offered }, { tenantId }, context) => choose(offered, tenantId, context),
  },
  otp_pending: {
    otp_accepted: (entry) => authenticate(entry, false),
  },
  authenticated: {
    tenant_chosen: ({ offered }, { tenantId }, context) => choose(offered, tenantId, context),
    refresh_requested: (state) => move(state, { kind: 'renew_token' }),
    logout_requested: () => move({ kind: 'logged_out' }, { kind: 'end_session' }),
    token_expired: () => move({ kind: 'unauthenticated' }),
  },
  logged_out: {
    refresh_requested: () => refuse('session_ended'),
    logout_requested: () => move({ kind: 'logged_out' }),
    token_expired: () => move({ kind: 'unauthenticated' }),
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
): Transition<Leads[E]> {
  // The compiler cannot see that both keys come from the very values passed on.
  const step = steps[state.kind][event.kind] as Step<StateKind, E> | undefined
  if (!step) throw new TypeError(`${event.kind} cannot happen in ${state.kind}`)
  return step(state, event, context)
}

function offer(
  memberships: readonly Membership[],
  context: LoginContext,
): Transition<Leads['password_verified']> {
  const [only, ...others] = memberships
  if (!only) return refuse('invalid_credentials')
  if (others.length > 0) return move({ kind: 'tenant_selection', offered: memberships })
  return enter({ chosen: only, offered: memberships }, context)
}

/** A single organization is entered without a code: the provider was the second opinion. */
function offerTrusted(
  memberships: readonly Membership[],
  context: LoginContext,
): Transition<Leads['provider_verified']> {
  const [only, ...others] = memberships
  if (!only) return refuse('oidc_no_account')
  if (others.length > 0) return move({ kind: 'tenant_selection', offered: memberships })
  return authenticate({ chosen: only, offered: memberships }, asksForOtp(only, context))
}

function choose(
  offered: readonly Membership[],
  tenantId: string,
  context: LoginContext,
): Transition<Leads['tenant_chosen']> {
  const chosen = offered.find(({ tenant }) => tenant.id === tenantId)
  return chosen ? enter({ chosen, offered }, context) : refuse('tenant_not_offered')
}

function enter(entry: Entry, context: LoginContext): Transition<Leads['tenant_chosen']> {
  if (asksForOtp(entry.chosen, context)) {
    return move({ ...entry, kind: 'otp_pending' }, { kind: 'send_otp', to: entry.chosen })
  }
  return authenticate(entry, entry.chosen.tenant.otpEnabled)
}

function authenticate(entry: Entry, otpSkipped: boolean): Transition<'authenticated'> {
  return move(
    // The entry may be a whole state, whose own kind must not win.
    { ...entry, kind: 'authenticated' },
    { kind: 'record_login', of: entry.chosen, otpSkipped },
  )
}

function sendReset(memberships: readonly Membership[]): Transition<Leads['reset_requested']> {
  if (memberships.length === 0) return move({ kind: 'unauthenticated' })
  return move({ kind: 'reset_pending' }, { kind: 'send_reset_mail', to: memberships })
}

function asksForOtp({ tenant }: Membership, { client, otpExempt }: LoginContext): boolean {
  return tenant.otpEnabled && !otpExempt.includes(client)
}

function move<S extends StateKind>(state: State<S>, ...effects: LoginEffect[]): Transition<S> {
  return { ok: true, state, effects }
}

function refuse(refusal: Refusal): Transition<never> {
  return { ok: false, refusal }
}
