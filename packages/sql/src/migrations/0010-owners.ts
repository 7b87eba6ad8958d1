import type { Kysely } from 'kysely'

/**
 * Where a code was asked for, and the accounts whose address was never confirmed in an order in which
 * they can be gone through. Codes of an older release name no network, and belong to whoever shows
 * the session token alone, as they did before.
 */
export async function distinguishOwners({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('otp_challenges').addColumn('network', 'text').execute()
  await schema
    .createIndex('accounts_unconfirmed')
    .on('accounts')
    .columns(['email_verified', 'id'])
    .execute()
}
