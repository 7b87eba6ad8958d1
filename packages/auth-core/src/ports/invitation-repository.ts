import type { Invitation } from '../records/invitation.ts'
import type { Page } from './page.ts'

/** Keeps invitations: at most one for each tenant and address, expired or not. */
export interface InvitationRepository {
  /** Stores a new invitation. @returns `false`, without a change, when the tenant has one for the address. */
  insert(invitation: Invitation): Promise<boolean>
  /** The invitation of this id, expired or not. */
  find(id: string): Promise<Invitation | undefined>
  /** Finds the invitation by the digest of its token, expired or not. */
  findByDigest(digest: string): Promise<Invitation | undefined>
  /** All invitations of an address, of every tenant, oldest first. */
  findByEmail(emailCanonical: string): Promise<readonly Invitation[]>
  /** The invitations of a tenant, in the order of their ids. */
  listOfTenant(tenantId: string, page: Page): Promise<readonly Invitation[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(invitation: Invitation): Promise<void>
  /** Removes the invitation; without one, nothing. */
  remove(id: string): Promise<void>
  /** Removes expired invitations, except leased ones. @returns How many. */
  removeExpired(now: Date): Promise<number>
}
