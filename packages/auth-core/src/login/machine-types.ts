/** The types of the login state machine: its events, and its possible answers. */
import type { Membership } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'
import type { Session } from '../records/session.ts'
import type { Refusal } from '../refusal.ts'

/** The state of one client in a login. */
export type LoginState =
  | { readonly kind: 'unauthenticated' }
  /** Also the state of a client that switches: a session token tells what it may open, not what is open. */
  | { readonly kind: 'tenant_selection'; readonly offered: readonly Membership[] }
  | ({ readonly kind: 'otp_pending' } & Entry)
  /** The client holds an access token, and its session has not ended. */
  | { readonly kind: 'authenticated'; readonly session: Session }
  /** The token stays usable until its own expiry, but is never renewed. */
  | { readonly kind: 'logged_out' }
  | { readonly kind: 'reset_pending' }

/** A tenant that is entered, and the tenants that can be chosen later. */
export interface Entry {
  /** The membership that is entered. */
  readonly chosen: Membership
  /** All memberships that the login opens, including the chosen one. */
  readonly offered: readonly Membership[]
}

/** `authenticated` as a login gets there: opening the session is the work of the step. */
type EnteredTenant = { readonly kind: 'authenticated' } & Entry

/** A fact the caller has already established. */
export type LoginEvent =
  /** These accounts accepted the password; each was checked on its own. */
  | { readonly kind: 'password_verified'; readonly memberships: readonly Membership[] }
  /** An external provider vouches for the email of these accounts. */
  | { readonly kind: 'provider_verified'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'tenant_chosen'; readonly tenantId: string }
  | { readonly kind: 'resend_requested' }
  | { readonly kind: 'otp_accepted' }
  | RefreshRequested
  | { readonly kind: 'logout_requested' }
  /** A password reset was requested; these accounts have the address. */
  | { readonly kind: 'reset_requested'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'reset_token_accepted' }

/** A refresh of the access token was requested. */
export interface RefreshRequested {
  /** The kind of this event. */
  readonly kind: 'refresh_requested'
  /** The account and its tenant as they are now; `undefined` unless both may act. */
  readonly membership: Membership | undefined
  /** Whether the longest session has passed since a credential was checked. */
  readonly isOver: boolean
}

/** Work the caller must finish before it reports the new state. */
export type LoginEffect =
  | { readonly kind: 'send_otp'; readonly to: Membership }
  /** Sends the pending code again. */
  | { readonly kind: 'resend_otp'; readonly to: Membership }
  /** Records the login, starts its session and issues the first access token. */
  | { readonly kind: 'open_session'; readonly of: Membership; readonly otpSkipped: boolean }
  | { readonly kind: 'renew_token'; readonly of: Membership; readonly session: Session }
  | { readonly kind: 'end_session'; readonly session: Session }
  | { readonly kind: 'send_reset_mail'; readonly to: readonly Membership[] }
  | { readonly kind: 'change_password' }

/** Facts that stay the same during one request. */
export interface LoginContext {
  /** The client type of the whole login: `cli` or `vscode` only if each step said so (T-02). */
  readonly client: ClientType
  /** Client types that are never asked for a one-time code, in tenants without a list of their own. */
  readonly otpExempt: readonly ClientType[]
}

/**
 * The states that each event can lead to. The compiler checks the table against it, and use cases get its
 * types.
 */
interface Leads {
  readonly password_verified:
    | Refuse<'invalid_credentials'>
    | Move<State<'tenant_selection'>>
    | Entrance
  readonly provider_verified: Refuse<'oidc_no_account'> | Move<State<'tenant_selection'>> | Entrance
  readonly tenant_chosen: Refuse<'tenant_not_offered'> | Entrance
  readonly resend_requested: Refuse<'otp_invalid'> | Move<State<'otp_pending'>, ['resend_otp']>
  readonly otp_accepted: Move<EnteredTenant, ['open_session']>
  readonly refresh_requested:
    | Refuse<'session_ended'>
    | Move<State<'authenticated'>, ['renew_token']>
  readonly logout_requested: Move<State<'logged_out'>> | Move<State<'logged_out'>, ['end_session']>
  readonly reset_requested:
    | Move<State<'unauthenticated'>>
    | Move<State<'reset_pending'>, ['send_reset_mail']>
  readonly reset_token_accepted: Move<State<'unauthenticated'>, ['change_password']>
}

/** One tenant is entered, with a code or without. */
export type Entrance =
  | Move<State<'otp_pending'>, ['send_otp']>
  | Move<EnteredTenant, ['open_session']>

/** A step that is taken: its new state, and its work in order. */
interface Move<To, Kinds extends readonly EffectKind[] = []> {
  readonly ok: true
  readonly state: To
  readonly effects: { readonly [Index in keyof Kinds]: Effect<Kinds[Index]> }
}

/** A step that is refused: the state of the client stays the same. */
export interface Refuse<Reason extends Refusal> {
  /** Always `false`. */
  readonly ok: false
  /** The refusal that the use case answers. */
  readonly refusal: Reason
}

/** The name of a state, as in the documentation. */
export type StateKind = LoginState['kind']
/** The name of an event; see {@link StateKind}. */
export type EventKind = LoginEvent['kind']
/** The name of an effect; see {@link StateKind}. */
export type EffectKind = LoginEffect['kind']

/** The state with the given kind. */
export type State<S extends StateKind> = Extract<LoginState, { kind: S }>
/** The effect with the given kind. */
export type Effect<K extends EffectKind> = Extract<LoginEffect, { kind: K }>
/** The result of an event: a step, or a refusal. */
export type Transition<E extends EventKind = EventKind> = Leads[E]
