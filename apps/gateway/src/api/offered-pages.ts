import { type Edition, isPartOf, type PageName } from '@gatehouse/settings'
import { operations } from './operations.ts'

/** What the pages can offer in an edition of the interface, since it has the routes for it. */
export interface OfferedPages {
  /** The pages behind the sign-in. */
  readonly places: readonly PageName[]
  /** Whether passwords can be reset. */
  readonly resetsPasswords: boolean
}

/** The operation that each page behind the sign-in begins with. */
const firstOperations = [
  ['people', operations.listMembers],
  ['organization', operations.readOrganization],
  ['audit', operations.readAudit],
  ['account', operations.readMe],
] as const

/** The pages whose routes are part of an edition. */
export function offeredPages(edition: Edition): OfferedPages {
  const places = firstOperations.filter(([, operation]) => isPartOf(edition, operation))
  return {
    places: ['dashboard', ...places.map(([place]) => place)],
    resetsPasswords: isPartOf(edition, operations.resetPassword),
  }
}
