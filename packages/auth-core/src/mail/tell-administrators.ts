import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import type { LoweredProtection } from '../records/protection.ts'
import { languageOf } from './language-of.ts'

/** The protections that were lowered, the account that lowered them and its organization. */
export interface LoweredNews extends Membership {
  /** The protections; at least one. */
  readonly what: readonly LoweredProtection[]
}

/** Accounts that are read at once. */
const pageSize = 500

/**
 * Adds a mail to the outbox for each active administrator of a tenant, including the one who acted. The mail
 * tells which protections are lower now, and does not expire.
 */
export async function tellAdministrators(
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  { account: { username }, tenant, what }: LoweredNews,
): Promise<void> {
  const now = clock.now()
  for (const administrator of await administratorsOf(tx, tenant.id)) {
    const { id: accountId, email: to } = administrator
    await tx.outbox.add({
      id: secrets.id(),
      accountId,
      mail: {
        kind: 'protection_lowered',
        language: languageOf(administrator),
        to,
        organization: tenant.name,
        username,
        what,
        at: now,
      },
      createdAt: now,
      notAfter: null,
      attempts: 0,
      dueAt: now,
    })
  }
}

/** The active administrators of a tenant, in the order of their ids. */
export async function administratorsOf(
  tx: Transaction,
  tenantId: string,
): Promise<readonly Account[]> {
  const found: Account[] = []
  let page: readonly Account[] = []
  do {
    page = await tx.accounts.listOfTenant(tenantId, {
      after: page.at(-1)?.id ?? '',
      limit: pageSize,
    })
    found.push(...page.filter(({ role, status }) => role !== 'user' && status === 'active'))
  } while (page.length === pageSize)
  return found
}
