/** The words of the login state machine: what it is told, and what it can answer. */
import type { Membership } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'
import type { Session } from '../records/session.ts'
import type { Refusal } from '../refusal.ts'

/** How far one client has come. */
export type LoginState =
  | { readonly kind: 'unauthenticated' }
  /** Also of a client that switches: a session token says what it opens, not what it has opened. */
  | { readonly kind: 'tenant_selection'; readonly offered: readonly Membership[] }
  | ({ readonly kind: 'otp_pending' } & Entry)
  /** The client holds an access token, and its session has not ended. */
  | { readonly kind: 'authenticated'; readonly session: Session }
  /** The token stays usable until its own expiry, but is never renewed. */
  | { readonly kind: 'logged_out' }
  | { readonly kind: 'reset_pending' }

/** A tenant that is entered, and those that can be chosen later. */
export interface Entry {
  /** The one that is entered. */
  readonly chosen: Membership
  /** All that the login opens, the chosen one too. */
  readonly offered: readonly Membership[]
}

/** `authenticated` as a login gets there: opening the session is the work of the step. */
type EnteredTenant = { readonly kind: 'authenticated' } & Entry

/** A fact the caller has already established. */
export type LoginEvent =
  /** These accounts took the password; each was asked on its own. */
  | { readonly kind: 'password_verified'; readonly memberships: readonly Membership[] }
  /** An external provider vouches for the email of these accounts. */
  | { readonly kind: 'provider_verified'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'tenant_chosen'; readonly tenantId: string }
  | { readonly kind: 'resend_requested' }
  | { readonly kind: 'otp_accepted' }
  | RefreshRequested
  | { readonly kind: 'logout_requested' }
  /** A new password is asked for; these accounts have the address. */
  | { readonly kind: 'reset_requested'; readonly memberships: readonly Membership[] }
  | { readonly kind: 'reset_token_accepted' }

/** A newer access token is asked for. */
export interface RefreshRequested {
  /** Says which event this is. */
  readonly kind: 'refresh_requested'
  /** The account and its tenant as they are now; `undefined` unless both may act. */
  readonly membership: Membership | undefined
  /** Whether the longest session has passed since a credential was checked. */
  readonly isOver: boolean
}

/** Work the caller must finish before it reports the new state. */
export type LoginEffect =
  | { readonly kind: 'send_otp'; readonly to: Membership }
  /** Sends the code that is awaited once more. */
  | { readonly kind: 'resend_otp'; readonly to: Membership }
  /** Puts the login on record, begins its session and issues the first access token. */
  | { readonly kind: 'open_session'; readonly of: Membership; readonly otpSkipped: boolean }
  | { readonly kind: 'renew_token'; readonly of: Membership; readonly session: Session }
  | { readonly kind: 'end_session'; readonly session: Session }
  | { readonly kind: 'send_reset_mail'; readonly to: readonly Membership[] }
  | { readonly kind: 'change_password' }

/** What stays the same during one request. */
export interface LoginContext {
  /** The client type of the whole login: `cli` or `vscode` only if each step said so (T-02). */
  readonly client: ClientType
  /** Client types that are never asked for a one-time code, in tenants that do not say which. */
  readonly otpExempt: readonly ClientType[]
}

/** Where each event can lead. The compiler holds the table to it, and tells it to use cases. */
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

/** A step that is taken: where it leads, and its work in order. */
interface Move<To, Kinds extends readonly EffectKind[] = []> {
  readonly ok: true
  readonly state: To
  readonly effects: { readonly [Index in keyof Kinds]: Effect<Kinds[Index]> }
}

/** A step that is refused: the client stays where it is. */
export interface Refuse<Reason extends Refusal> {
  /** Always `false`. */
  readonly ok: false
  /** Why, as the use case answers it. */
  readonly refusal: Reason
}

/** The name of a state, an event or an effect, as the documentation has it. */
export type StateKind = LoginState['kind']
/** See {@link StateKind}. */
export type EventKind = LoginEvent['kind']
/** See {@link StateKind}. */
export type EffectKind = LoginEffect['kind']

/** The state of a kind. */
export type State<S extends StateKind> = Extract<LoginState, { kind: S }>
/** The effect of a kind. */
export type Effect<K extends EffectKind> = Extract<LoginEffect, { kind: K }>
/** What an event leads to: a step, or a refusal. */
export type Transition<E extends EventKind = EventKind> = Leads[E]
