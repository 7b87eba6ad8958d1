import {
  type Account,
  type AccountRepository,
  type AccountSearch,
  isSearchedFor,
} from '@gatehouse/auth-core/ports'
import { type Kysely, sql } from 'kysely'
import type { AccountRow } from '../account-rows.ts'
import { write } from '../deferred-writes.ts'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { fromRow } from './account-record.ts'

interface Records {
  readonly db: Kysely<Schema>
  readonly sealer: Sealer
}

/** The queries about members of tenants. */
export function createMemberQueries({
  db,
  sealer,
}: Records): Pick<AccountRepository, 'search' | 'countAdministrators' | 'findRemoving' | 'remove'> {
  return {
    search: (tenantId, search) => searchMembers({ db, sealer }, tenantId, search),

    async countAdministrators(tenantId) {
      const { count } = await db
        .selectFrom('accounts')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('role', '=', 'company_admin')
        .where('standing', '=', 'active')
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async findRemoving({ after = '', limit }) {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        // A literal, because only then the partial index of such accounts is used.
        .where('standing', '=', sql.lit('removing' as const))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    // The database deletes all rows that refer to the account.
    async remove(id) {
      await write(db, db.deleteFrom('outbox').where('account_id', '=', id))
      await write(db, db.deleteFrom('accounts').where('id', '=', id))
    },
  }
}

/** Rows that are looked at in one statement. */
const searchedAtOnce = 500

/** Filters the accounts in code, because databases differ in comparing the case of letters. */
async function searchMembers(
  { db, sealer }: Records,
  tenantId: string,
  search: AccountSearch,
): Promise<readonly Account[]> {
  const found: Account[] = []
  for (let { after = '' } = search; found.length < search.limit; ) {
    const rows = await selectMembers(db, tenantId, { ...search, after, limit: searchedAtOnce })
    const accounts = rows.map((row) => fromRow(row, sealer))
    found.push(...accounts.filter((account) => isSearchedFor(account, search)))
    after = rows.at(-1)?.id ?? after
    if (rows.length < searchedAtOnce) break
  }
  return found.slice(0, search.limit)
}

function selectMembers(
  db: Kysely<Schema>,
  tenantId: string,
  { role, after = '', limit }: AccountSearch,
): Promise<readonly AccountRow[]> {
  const members = db
    .selectFrom('accounts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '>', after)
    .where('standing', 'in', ['active', 'disabled'])
    .orderBy('id')
    .limit(limit)
  return (role === undefined ? members : members.where('role', '=', role)).execute()
}
