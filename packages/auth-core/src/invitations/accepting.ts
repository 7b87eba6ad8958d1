import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Requester } from '../records/client.ts'
import type { Invalid } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { OpenInvitation } from './open-invitation.ts'
import type { Acceptance, LeasedInvitation } from './undo-acceptances.ts'

/** The details of the new member. */
export interface NewMember {
  /** Canonical: lower case. */
  readonly username: string
  /** The first name, for display. */
  readonly firstName: string
  /** The last name, for display; may be empty. */
  readonly lastName: string
  /** The password, byte for byte as typed. Secret. */
  readonly password: string
}

/** What accepting an invitation needs. */
export interface Accepting {
  /** The ports of the use case. */
  readonly ports: Ports
  /** The settings of the use case. */
  readonly settings: AuthSettings
  /** The client that sent the request. */
  readonly from: Requester
  /** What proves the address: the mailed token, or a provider. */
  readonly by: 'token' | 'provider'
  /** The invitation, if it is open. May run more than once. */
  readonly find: (tx: Transaction) => Promise<OpenInvitation | undefined>
  /** Finds the details of the person who accepts it. May run more than once. */
  readonly introduce: (tx: Transaction, open: OpenInvitation) => Promise<NewMember | Invalid>
}

/** An acceptance that only this process may finish, until its lease runs out. */
export interface BegunAcceptance extends Acceptance {
  /** Marks an acceptance under way. */
  readonly kind: 'begun'
  /** Under a lease of this process. */
  readonly invitation: LeasedInvitation
  /** The member whose account is reserved. */
  readonly member: NewMember
}
