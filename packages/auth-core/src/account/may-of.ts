import type { UnconfirmedPolicy } from '../settings.ts'
import type { LifeState, LifeStateKind } from './life.ts'

/** What an account may do. */
export interface Rights {
  /** A password that is right signs in to it, and it acts as its role allows. */
  readonly offeredAtLogin: boolean
  /** A mail for a forgotten password has a link for it. */
  readonly receivesReset: boolean
  /**
   * A provider that vouches for the address opens it: an `active` account is entered, an `unconfirmed`
   * one claimed, an invitation accepted.
   */
  readonly matchedByProvider: boolean
  /** It reaches machines. */
  readonly opensTerminals: boolean
  /** Its API keys are accepted. */
  readonly usesApiKey: boolean
  /** Its logins make a network known, which is then slowed down less. */
  readonly countsForLimits: boolean
  /** It may bring others in, which a stranger's account must not: they would stay when it is claimed. */
  readonly invites: boolean
}

const everything: Rights = {
  offeredAtLogin: true,
  receivesReset: true,
  matchedByProvider: true,
  opensTerminals: true,
  usesApiKey: true,
  countsForLimits: true,
  invites: true,
}

const nothing: Rights = {
  offeredAtLogin: false,
  receivesReset: false,
  matchedByProvider: false,
  opensTerminals: false,
  usesApiKey: false,
  countsForLimits: false,
  invites: false,
}

const unconfirmed: Readonly<Record<UnconfirmedPolicy, Rights>> = {
  full: { ...everything, countsForLimits: false, invites: false },
  no_terminals: {
    ...everything,
    opensTerminals: false,
    usesApiKey: false,
    countsForLimits: false,
    invites: false,
  },
  // What is left are the ways in which its owner proves the address.
  no_login: { ...nothing, receivesReset: true, matchedByProvider: true },
}

const rights: Readonly<Record<Exclude<LifeStateKind, 'unconfirmed'>, Rights>> = {
  absent: nothing,
  invited: { ...nothing, matchedByProvider: true },
  active: everything,
  disabled: nothing,
  removed: nothing,
}

/** What an account may do in a state, under the operator's policy. The one place that says it. */
export function mayOf({ kind }: Pick<LifeState, 'kind'>, policy: UnconfirmedPolicy): Rights {
  return kind === 'unconfirmed' ? unconfirmed[policy] : rights[kind]
}
