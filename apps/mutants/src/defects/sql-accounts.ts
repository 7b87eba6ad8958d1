import type { Defect } from '../defect.ts'

/** Defects of the store on SQL: accounts and what belongs to them, and the audit log. */
export const sqlAccountDefects: readonly Defect[] = [
  {
    file: 'packages/sql/src/repositories/account-repository.ts',
    find: `.orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async findUnconfirmedBefore`,
    replace: `.orderBy('created_at', 'desc')
        .execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async findUnconfirmedBefore`,
    breaks: 'accounts of one address come oldest first',
  },
  {
    file: 'packages/sql/src/repositories/account-repository.ts',
    find: `.where('email_canonical', '=', emailCanonical)`,
    replace: `.where('email', '=', emailCanonical)`,
    breaks: 'accounts are found by the canonical address alone',
  },
  {
    file: 'packages/sql/src/repositories/account-repository.ts',
    find: 'if (credentialIds.length === 0) return []',
    replace: 'if (credentialIds.length === 0) return this.listOfTenant(tenantId, { limit: 10 })',
    breaks: 'no identifiers find no accounts',
  },
  {
    file: 'packages/sql/src/repositories/account-repository.ts',
    find: `.where('tenant_id', '=', tenantId)
        .where('credential_id'`,
    replace: `.where('credential_id'`,
    breaks: 'accounts are found by credentials in their tenant alone',
  },
  {
    file: 'packages/sql/src/repositories/account-repository.ts',
    find: `await write(db, db.deleteFrom('outbox').where('account_id', '=', id))`,
    replace: '',
    breaks: 'the mails of an account go with it',
  },
  {
    file: 'packages/sql/src/repositories/account-record.ts',
    find: 'emailVerified: row.email_verified === 1',
    replace: 'emailVerified: true',
    breaks: 'an address that is not confirmed stays so',
  },
  {
    file: 'packages/sql/src/repositories/account-record.ts',
    find: 'groups: toJson(account.groups)',
    replace: 'groups: toJson([...account.groups].sort().slice(0, 1))',
    breaks: 'groups come back as they were',
  },
  {
    file: 'packages/sql/src/repositories/member-queries.ts',
    find: `.where('role', '=', 'company_admin')
        .where('standing', '=', 'active')`,
    replace: `.where('role', '=', 'company_admin')`,
    breaks: 'disabled administrators do not count',
  },
  {
    file: 'packages/sql/src/repositories/member-queries.ts',
    find: `.where('standing', 'in', ['active', 'disabled'])`,
    replace: `.where('standing', '=', 'active')`,
    breaks: 'disabled members are found too',
  },
  {
    file: 'packages/sql/src/repositories/api-key-repository.ts',
    find: `.where('expires_at', '<=', now.getTime())`,
    replace: `.where('expires_at', '<', now.getTime())`,
    breaks: 'an API key is removed at the moment of its end',
  },
  {
    file: 'packages/sql/src/repositories/find-api-key.ts',
    find: 'now < key.expiresAt',
    replace: 'now <= key.expiresAt',
    breaks: 'an API key is not found at the moment of its end',
  },
  {
    file: 'packages/sql/src/repositories/find-api-key.ts',
    find: `if (text === '') return undefined`,
    replace: '',
    breaks: 'an empty text finds no account',
  },
  {
    file: 'packages/sql/src/repositories/audit-log.ts',
    find: `if (to !== undefined) rows = rows.where('at', '<', to.getTime())`,
    replace: `if (to !== undefined) rows = rows.where('at', '<=', to.getTime())`,
    breaks: 'an audit entry at the end of a period is not in it',
  },
  {
    file: 'packages/sql/src/repositories/audit-log.ts',
    find: `.where((row) => row.or([row('at', '<', at), row('seq', '<', after.seq)]))`,
    replace: `.where('at', '<', at)`,
    breaks: 'a page of the audit log begins within one moment',
  },
  {
    file: 'packages/sql/src/repositories/audit-chain.ts',
    find: 'where ${log}.seq = links.seq and ${log}.position is null',
    replace: 'where ${log}.seq = links.seq',
    breaks: 'an entry of the audit log is linked once',
  },
  {
    file: 'packages/sql/src/repositories/audit-chain.ts',
    find: `.where('position', '>', after)`,
    replace: `.where('position', '>=', after)`,
    breaks: 'the chain is listed after a position',
  },
  {
    file: 'packages/sql/src/repositories/ending-repository.ts',
    find: `.where('noted_at', '>=', known)`,
    replace: `.where('at', '>=', known)`,
    breaks: 'an ending is listed whatever moment it names',
  },
  {
    file: 'packages/sql/src/repositories/ending-repository.ts',
    find: `.where('until', '<=', now.getTime())`,
    replace: `.where('until', '<', now.getTime())`,
    breaks: 'an ending is removed at the moment from which it is not needed',
  },
  {
    file: 'packages/sql/src/repositories/external-identity-repository.ts',
    find: `.onConflict((conflict) => conflict.columns(['account_id', 'issuer']).doNothing())`,
    replace: `.onConflict((conflict) => conflict.columns(['account_id', 'issuer']).doUpdateSet(toRow(identity)))`,
    breaks: 'an account has one identity at a provider, the first',
  },
  {
    file: 'packages/sql/src/repositories/invitation-repository.ts',
    find: `.where('claimed_until', 'is', null)`,
    replace: '',
    breaks: 'an expired invitation under a lease is kept',
  },
  {
    file: 'packages/sql/src/repositories/invitation-repository.ts',
    find: `.where('id', '>', after)`,
    replace: `.where('id', '>=', after)`,
    breaks: 'a page begins after the last one of the page before',
  },
]
