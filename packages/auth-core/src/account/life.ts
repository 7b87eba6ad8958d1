/**
 * The life of an account, from an invitation or a sign-up to its removal.
 *
 * Rule 1: what an account may do follows from its state and the operator's policy, in `may-of.ts`.
 * Rule 2: nothing here reads a clock, a store, a setting or a request; facts arrive as events.
 *
 * `docs/account-life.md` is drawn from the tables below by asking them everything.
 */

import type { LifeRefusal, Refuses } from './life-refusals.ts'

/** Where one address stands in one tenant. */
export type LifeState =
  /** There is no account and no invitation. A reserved account is none yet. */
  | { readonly kind: 'absent' }
  /** An invitation is open, and no account exists. */
  | { readonly kind: 'invited' }
  /** There is an account, and nothing has proven that its address is its owner's. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'active' }
  /** Nothing works. Once enabled, it is `active` or `unconfirmed` again, as it was. */
  | { readonly kind: 'disabled'; readonly emailVerified: boolean }
  /** Gone for good, or on its way out of the credential store. */
  | { readonly kind: 'removed' }

/** A fact that the caller has already established. */
export type LifeEvent =
  /** An organization was made, with this account as its first. */
  | { readonly kind: 'signed_up' }
  /** The operator made or imported the account, and says whether its address is proven. */
  | { readonly kind: 'created'; readonly emailVerified: boolean }
  | { readonly kind: 'invited' }
  /** By the token of the mail, or by a provider's login with the invited address. */
  | { readonly kind: 'invitation_accepted' }
  /** An administrator took the invitation back. */
  | { readonly kind: 'invitation_ended' }
  /** The mailed token came with the account's own password, or from its own signed-in account. */
  | { readonly kind: 'confirmed' }
  /** The address is proven without the password: by a provider, or by the mailed token alone. */
  | { readonly kind: 'claimed' }
  /** The token of a reset mail came with a new password. */
  | { readonly kind: 'password_reset' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'enabled' }
  /** By an administrator, or by its owner. */
  | { readonly kind: 'removed' }
  /** The time for confirming or accepting is over. */
  | {
      readonly kind: 'expired'
      /** Whether it is the only account of an organization that a sign-up made. */
      readonly isAlone: boolean
    }

/** Work that belongs to a step. The use case does all of it, or the step has not happened. */
export type LifeEffect =
  /** Mails a link that confirms the address. */
  | 'send_verification'
  | 'send_invitation'
  | 'remove_invitation'
  /** No link that was mailed for confirming the address works any more. */
  | 'remove_verification_tokens'
  /** No link that was mailed for a new password works any more. */
  | 'remove_reset_tokens'
  /** A new address that waits for its confirmation is forgotten, with its token. */
  | 'drop_email_change'
  /** The credential store takes the new password, or one that no person knows. */
  | 'replace_password'
  /** The first API key gets another value; the others are removed. */
  | 'replace_api_keys'
  /** Ends every session, with its access tokens, session tokens, codes and terminals. */
  | 'end_sessions'
  /** Mails the owner what happened. */
  | 'tell_owner'
  /** In the credential store. */
  | 'disable_user'
  | 'enable_user'
  | 'remove_user'
  /** Removes the whole organization, with its realm. */
  | 'remove_tenant'

/** Where each event can lead. A step may always stay where it is. */
interface Leads {
  readonly signed_up: 'unconfirmed'
  readonly created: 'unconfirmed' | 'active'
  readonly invited: 'invited'
  readonly invitation_accepted: 'active'
  readonly invitation_ended: 'removed'
  readonly confirmed: 'active'
  readonly claimed: 'active'
  readonly password_reset: 'active'
  readonly disabled: 'disabled'
  readonly enabled: 'unconfirmed' | 'active'
  readonly removed: 'removed'
  readonly expired: 'removed'
}

/** The name of a state. */
export type LifeStateKind = LifeState['kind']
/** The name of an event. */
export type LifeEventKind = LifeEvent['kind']
type State<S extends LifeStateKind> = Extract<LifeState, { kind: S }>
type Event<E extends LifeEventKind> = Extract<LifeEvent, { kind: E }>

/** A step that has been taken, and the work that belongs to it. */
export type TakenStep<To extends LifeState = LifeState> = {
  readonly ok: true
  readonly state: To
  readonly effects: readonly LifeEffect[]
}

/** Where a step led, or why it was refused. */
export type LifeStep<S extends LifeStateKind = LifeStateKind, R extends LifeRefusal = LifeRefusal> =
  | TakenStep<State<S>>
  | ([R] extends [never] ? never : { readonly ok: false; readonly refusal: R })

type Cell<S extends LifeStateKind, E extends LifeEventKind> = (
  state: State<S>,
  event: Event<E>,
) => LifeStep<Leads[E] | S, Refuses[E]>

/** What an unconfirmed account is claimed with: nothing that was handed out before opens anything. */
const claim = [
  'replace_password',
  'replace_api_keys',
  'end_sessions',
  'drop_email_change',
  'remove_verification_tokens',
  'tell_owner',
] as const satisfies readonly LifeEffect[]

/** One row a state, one cell an event that can happen there. A missing cell is a caller's mistake. */
const cells: { readonly [S in LifeStateKind]: { readonly [E in LifeEventKind]?: Cell<S, E> } } = {
  absent: {
    signed_up: () => move({ kind: 'unconfirmed' }, 'send_verification'),
    created: (_, { emailVerified }) => move(confirmedOrNot(emailVerified)),
    invited: () => move({ kind: 'invited' }, 'send_invitation'),
    // It was taken back while it was being accepted.
    invitation_accepted: () => refuse('invitation_invalid'),
  },
  invited: {
    invited: () => refuse('already_member'),
    invitation_accepted: () => move({ kind: 'active' }, 'remove_invitation'),
    invitation_ended: () => move({ kind: 'removed' }, 'remove_invitation'),
    expired: () => move({ kind: 'removed' }, 'remove_invitation'),
  },
  unconfirmed: {
    invited: () => refuse('already_member'),
    invitation_accepted: () => refuse('already_member'),
    confirmed: () => move({ kind: 'active' }, 'remove_verification_tokens'),
    claimed: () => move({ kind: 'active' }, ...claim),
    // The mail that brought the token has proven the address, so it is as good as a claim.
    password_reset: () => move({ kind: 'active' }, ...claim, 'remove_reset_tokens'),
    disabled: () => disable(false),
    enabled: (state) => move(state),
    removed: () => remove(),
    // Where others are, one of them decides; an import may have brought it.
    expired: (state, { isAlone }) =>
      isAlone ? move({ kind: 'removed' }, 'end_sessions', 'remove_tenant') : move(state),
  },
  active: {
    invited: () => refuse('already_member'),
    invitation_accepted: () => refuse('already_member'),
    // It confirms a new address, which has become its own meanwhile.
    confirmed: (state) => move(state, 'remove_verification_tokens'),
    // A link that was left over must not become a way into an account that has an owner.
    claimed: () => refuse('verification_token_invalid'),
    password_reset: (state) =>
      move(
        state,
        'replace_password',
        'end_sessions',
        'drop_email_change',
        'remove_reset_tokens',
        'tell_owner',
      ),
    disabled: () => disable(true),
    enabled: (state) => move(state),
    removed: () => remove(),
    expired: (state) => move(state),
  },
  disabled: {
    invited: () => refuse('already_member'),
    invitation_accepted: () => refuse('already_member'),
    confirmed: () => refuse('verification_token_invalid'),
    claimed: () => refuse('verification_token_invalid'),
    password_reset: () => refuse('reset_token_invalid'),
    // The credential store may have missed it the first time.
    disabled: (state) => move(state, 'disable_user'),
    enabled: ({ emailVerified }) => move(confirmedOrNot(emailVerified), 'enable_user'),
    removed: () => remove(),
    expired: (state) => move(state),
  },
  removed: {
    // Its user may still be in the credential store, and have the name that a new one would get.
    invited: () => refuse('already_member'),
    confirmed: () => refuse('verification_token_invalid'),
    claimed: () => refuse('verification_token_invalid'),
    password_reset: () => refuse('reset_token_invalid'),
    disabled: () => refuse('not_found'),
    enabled: () => refuse('not_found'),
    removed: () => refuse('not_found'),
    expired: (state) => move(state),
  },
}

/**
 * Moves one account one step through its life. Pure: the same arguments always give the same answer.
 *
 * @throws {TypeError} When the event cannot happen in the state: a mistake in the caller.
 */
export function lifeAfter<S extends LifeStateKind, E extends LifeEventKind>(
  state: State<S> & { readonly kind: S },
  event: Event<E> & { readonly kind: E },
): LifeStep<Leads[E] | S, Refuses[E]> {
  // The compiler cannot see that both keys come from the very values passed on.
  const cell = cells[state.kind][event.kind] as Cell<S, E> | undefined
  if (!cell) throw new TypeError(`${event.kind} cannot happen in ${state.kind}`)
  return cell(state, event)
}

function confirmedOrNot(emailVerified: boolean): State<'unconfirmed' | 'active'> {
  return { kind: emailVerified ? 'active' : 'unconfirmed' }
}

function disable(emailVerified: boolean): TakenStep<State<'disabled'>> {
  return move({ kind: 'disabled', emailVerified }, 'end_sessions', 'disable_user')
}

function remove(): TakenStep<State<'removed'>> {
  return move({ kind: 'removed' }, 'end_sessions', 'remove_user')
}

function move<To extends LifeState>(state: To, ...effects: LifeEffect[]): TakenStep<To> {
  return { ok: true, state, effects }
}

function refuse<R extends LifeRefusal>(refusal: R): { readonly ok: false; readonly refusal: R } {
  return { ok: false, refusal }
}
