/**
 * The life of an account, from an invitation or a sign-up to its removal.
 *
 * Rule 1: what an account may do follows from its state and the operator's policy, in `may-of.ts`.
 * Rule 2: nothing here reads a clock, a store, a setting or a request; facts arrive as events.
 *
 * `docs/account-life.md` is drawn from the tables below by asking them everything.
 */

import type { LifeRefusal, Refuses } from './life-refusals.ts'

/** The state of one address in one tenant. */
export type LifeState =
  /** There is no account and no invitation. A reserved account does not count as an account yet. */
  | { readonly kind: 'absent' }
  /** An invitation is open, and no account exists. */
  | { readonly kind: 'invited' }
  /** There is an account, and nothing has proven that the address belongs to its owner. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'active' }
  /** The account can do nothing. Enabling it makes it `active` or `unconfirmed` again, as before. */
  | { readonly kind: 'disabled'; readonly emailVerified: boolean }
  /** The account is removed, or is being removed from the credential store. */
  | { readonly kind: 'removed' }

/** A fact that the caller has already established. */
export type LifeEvent =
  /** A sign-up made an organization, with this account as its first member. */
  | { readonly kind: 'signed_up' }
  /** The operator made or imported the account, and says whether its address is proven. */
  | { readonly kind: 'created'; readonly emailVerified: boolean }
  | { readonly kind: 'invited' }
  /** The invitation was accepted: with the mailed token, or by a provider's login with the address. */
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
  /** The account was removed by an administrator or by its owner. */
  | { readonly kind: 'removed' }
  /** The time limit for confirming or accepting has passed. */
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
  /** Invalidates every mailed link that confirms the address. */
  | 'remove_verification_tokens'
  /** Invalidates every mailed link that sets a new password. */
  | 'remove_reset_tokens'
  /** Forgets a new address that waits for its confirmation, and its token. */
  | 'drop_email_change'
  /** Sets the new password in the credential store, or a random one that no person knows. */
  | 'replace_password'
  /** Replaces the value of the first API key and removes the other keys. */
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

/** The states that each event can lead to. A step may also stay in its state. */
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

/** A step that is allowed, and the work that belongs to it. */
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

/** The effects of claiming an unconfirmed account: everything that was handed out before stops working. */
const claim = [
  'replace_password',
  'replace_api_keys',
  'end_sessions',
  'drop_email_change',
  'remove_verification_tokens',
  'tell_owner',
] as const satisfies readonly LifeEffect[]

/** One row for each state, one cell for each event possible in it. A missing cell is a caller's mistake. */
const cells: { readonly [S in LifeStateKind]: { readonly [E in LifeEventKind]?: Cell<S, E> } } = {
  absent: {
    signed_up: () => move({ kind: 'unconfirmed' }, 'send_verification'),
    created: (_, { emailVerified }) => move(confirmedOrNot(emailVerified)),
    invited: () => move({ kind: 'invited' }, 'send_invitation'),
    // The invitation was revoked while it was being accepted.
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
    // The token came from a mail to the address, which proves the address like a claim does.
    password_reset: () => move({ kind: 'active' }, ...claim, 'remove_reset_tokens'),
    disabled: () => disable(false),
    enabled: (state) => move(state),
    removed: () => remove(),
    // If others are in the organization, one of them decides about this account, which may be imported.
    expired: (state, { isAlone }) =>
      isAlone ? move({ kind: 'removed' }, 'end_sessions', 'remove_tenant') : move(state),
  },
  active: {
    invited: () => refuse('already_member'),
    invitation_accepted: () => refuse('already_member'),
    // The token confirms a new address, which a provider or another link has confirmed meanwhile.
    confirmed: (state) => move(state, 'remove_verification_tokens'),
    // An old link must not open an account that has an owner.
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
    // Repeats the work, since the credential store may have missed it the first time.
    disabled: (state) => move(state, 'disable_user'),
    enabled: ({ emailVerified }) => move(confirmedOrNot(emailVerified), 'enable_user'),
    removed: () => remove(),
    expired: (state) => move(state),
  },
  removed: {
    // The user may still be in the credential store, with the name that a new user would get.
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
