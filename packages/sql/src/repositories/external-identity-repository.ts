import type { ExternalIdentity, ExternalIdentityRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { ExternalIdentityRow } from '../account-rows.ts'
import type { Schema } from '../schema.ts'

/** Identities at providers and their accounts, within one transaction. */
export function createSqlExternalIdentityRepository(
  db: Kysely<Schema>,
): ExternalIdentityRepository {
  return {
    async insert(identity) {
      const inserted = await db
        .insertInto('external_identities')
        .values(toRow(identity))
        .onConflict((conflict) => conflict.columns(['account_id', 'issuer']).doNothing())
        .returning('account_id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    async listOfAccount(accountId) {
      const rows = await db
        .selectFrom('external_identities')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('issuer')
        .execute()
      return rows.map(fromRow)
    },
  }
}

function toRow(identity: ExternalIdentity): ExternalIdentityRow {
  return {
    account_id: identity.accountId,
    issuer: identity.issuer,
    subject: identity.subject,
    created_at: identity.createdAt.getTime(),
  }
}

function fromRow(row: ExternalIdentityRow): ExternalIdentity {
  return {
    accountId: row.account_id,
    issuer: row.issuer,
    subject: row.subject,
    createdAt: new Date(row.created_at),
  }
}
