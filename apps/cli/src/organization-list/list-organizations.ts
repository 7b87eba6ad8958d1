import type { OrganizationSummary } from '@gatehouse/auth-core/operator'
import type { JsonObject } from '../command.ts'
import { moment, table } from '../console/table.ts'

const heading = ['ID', 'NAME', 'STATUS', 'MEMBERS', 'ADMINISTRATORS', 'MADE']

/** A line for each organization, under a heading. */
export function asTable(all: readonly OrganizationSummary[]): readonly string[] {
  return table([heading, ...all.map(rowOf)])
}

/** An organization for programs, in the words of the wire. */
export function asObject({ tenant, members, administrators }: OrganizationSummary): JsonObject {
  return {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    status: statusOf(tenant),
    members,
    administrators,
    created_at: tenant.createdAt.toISOString(),
  }
}

function rowOf({ tenant, members, administrators }: OrganizationSummary): readonly string[] {
  const counts = [members, administrators].map((count) => count.toLocaleString('en'))
  return [tenant.id, tenant.name, statusOf(tenant), ...counts, moment(tenant.createdAt)]
}

/** The status of an organization; a closing one shows that first. */
function statusOf({ status, closesAt }: OrganizationSummary['tenant']): string {
  return status === 'active' && closesAt ? 'closing' : status
}
