import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { Tenant } from '../records/tenant.ts'

/** An organization, and the number of its members. */
export interface OrganizationSummary {
  /** The organization's record; never a reservation. */
  readonly tenant: Tenant
  /** Accounts in any state but removed. */
  readonly members: number
  /** The number of active administrators. */
  readonly administrators: number
}

/** How many records are read in one transaction. */
const pageSize = 200

/** Lists all organizations in the order of their ids, page by page. Changes made meanwhile may be visible. */
export async function* summarizeOrganizations({
  store,
}: Pick<Ports, 'store'>): AsyncGenerator<OrganizationSummary> {
  for (let after = ''; ; ) {
    const page = await store.transaction((tx) => tx.tenants.list({ after, limit: pageSize }))
    for (const tenant of page.filter(({ status }) => status !== 'reserved')) {
      yield await store.transaction((tx) => summarize(tx, tenant))
    }
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

async function summarize(tx: Transaction, tenant: Tenant): Promise<OrganizationSummary> {
  const counts = { members: 0, administrators: 0 }
  for (let after = ''; ; ) {
    const page = await tx.accounts.listOfTenant(tenant.id, { after, limit: pageSize })
    counts.members += page.filter(isMember).length
    counts.administrators += page.filter(administrates).length
    const last = page.at(-1)
    if (!last) return { tenant, ...counts }
    after = last.id
  }
}

function isMember({ status }: Account): boolean {
  return status === 'active' || status === 'disabled'
}

function administrates({ role, status }: Account): boolean {
  return role !== 'user' && status === 'active'
}
