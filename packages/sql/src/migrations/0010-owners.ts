import type { Kysely } from 'kysely'

/**
 * The network that asked for a code, and an index of unconfirmed accounts. Codes of an older release name no
 * network, so only a session token shows their owner.
 */
export async function distinguishOwners({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('otp_challenges').addColumn('network', 'text').execute()
  await schema
    .createIndex('accounts_unconfirmed')
    .on('accounts')
    .columns(['email_verified', 'id'])
    .execute()
}
