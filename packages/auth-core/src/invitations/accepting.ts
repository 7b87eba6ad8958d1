import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Requester } from '../records/client.ts'
import type { Invalid } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { OpenInvitation } from './open-invitation.ts'
import type { Acceptance, LeasedInvitation } from './undo-acceptances.ts'

/** Who the new member is. */
export interface NewMember {
  /** Canonical: lower case. */
  readonly username: string
  /** As it is shown. */
  readonly firstName: string
  /** As it is shown; may be empty. */
  readonly lastName: string
  /** Byte for byte as typed. Secret. */
  readonly password: string
}

/** An invitation, and what it is to become. */
export interface Accepting {
  /** As the use case has them. */
  readonly ports: Ports
  /** As the use case has them. */
  readonly settings: AuthSettings
  /** Who asks. */
  readonly from: Requester
  /** What has proven the address. */
  readonly by: 'token' | 'provider'
  /** The invitation, if it is open. May run more than once. */
  readonly find: (tx: Transaction) => Promise<OpenInvitation | undefined>
  /** Who accepts it. May run more than once. */
  readonly introduce: (tx: Transaction, open: OpenInvitation) => Promise<NewMember | Invalid>
}

/** An acceptance that only this process may finish, until its lease runs out. */
export interface BegunAcceptance extends Acceptance {
  /** Says that it is one. */
  readonly kind: 'begun'
  /** Under a lease of this process. */
  readonly invitation: LeasedInvitation
  /** Whose account it is. */
  readonly member: NewMember
}
