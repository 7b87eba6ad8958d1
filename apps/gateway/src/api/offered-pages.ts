import { type Edition, isPartOf, operations } from '@gatehouse/http-api'
import type { PageName } from '@gatehouse/settings'

/** The pages that work in an edition of the interface, because it has their routes. */
export interface OfferedPages {
  /** The pages for signed-in people. */
  readonly places: readonly PageName[]
  /** Whether passwords can be reset. */
  readonly resetsPasswords: boolean
}

/** The operation that each page for signed-in people needs first. */
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
