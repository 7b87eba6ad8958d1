import type { UnconfirmedPolicy } from '../settings.ts'
import type { LifeState, LifeStateKind } from './life.ts'

/** The rights of an account. */
export interface Rights {
  /** A right password logs in to the account, which then acts as its role allows. */
  readonly offeredAtLogin: boolean
  /** A mail for a forgotten password includes a link for this account. */
  readonly receivesReset: boolean
  /**
   * A provider that vouches for the address opens it: an `active` account is entered, an `unconfirmed`
   * one claimed, an invitation accepted.
   */
  readonly matchedByProvider: boolean
  /** The account may reach machines and their terminals. */
  readonly opensTerminals: boolean
  /** Its API keys are accepted. */
  readonly usesApiKey: boolean
  /** Its logins make a network known, so that limits slow that network down less. */
  readonly countsForLimits: boolean
  /**
   * It may invite people. A stranger's account must not: the invited would remain when the owner claims it.
   */
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
  // Only the ways in which the owner proves the address remain.
  no_login: { ...nothing, receivesReset: true, matchedByProvider: true },
}

const rights: Readonly<Record<Exclude<LifeStateKind, 'unconfirmed'>, Rights>> = {
  absent: nothing,
  invited: { ...nothing, matchedByProvider: true },
  active: everything,
  disabled: nothing,
  removed: nothing,
}

/** The rights of an account in a state, under the operator's policy. No other file decides them. */
export function mayOf({ kind }: Pick<LifeState, 'kind'>, policy: UnconfirmedPolicy): Rights {
  return kind === 'unconfirmed' ? unconfirmed[policy] : rights[kind]
}
