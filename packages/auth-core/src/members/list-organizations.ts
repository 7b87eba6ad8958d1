import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import { pageSize } from '../lib/page-size.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../records/tenant.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { ListQuery } from './list-members.ts'

/** A query of a `super_admin` for organizations. */
export interface ListOrganizationsQuery extends ActorCommand, ListQuery {}

/** Organizations, in the order of their ids. */
export interface OrganizationsListed {
  /** The kind of this outcome. */
  readonly kind: 'organizations'
  /** The organizations of one page; fewer while sign-ups are under way. */
  readonly tenants: readonly Tenant[]
  /** The cursor of the next part; `null` after the last one. */
  readonly next: string | null
}

/**
 * All organizations (`GET /api/auth/tenants`), for a `super_admin`.
 *
 * Refusals: those of {@link authorize}.
 */
export function listOrganizations(
  ports: Ports,
  settings: AuthSettings,
  { cursor = '', limit, ...query }: ListOrganizationsQuery,
): Promise<OrganizationsListed | Refused> {
  const size = pageSize(limit)
  return authorize<OrganizationsListed>(ports, settings, {
    ...query,
    action: 'listOrganizations',
    async work(tx) {
      const found = await tx.tenants.list({ after: cursor, limit: size + 1 })
      const page = found.slice(0, size)
      const next = found.length > size ? (page.at(-1)?.id ?? null) : null
      const tenants = page.filter(({ status }) => status !== 'reserved')
      return { kind: 'organizations', tenants, next }
    },
  })
}
