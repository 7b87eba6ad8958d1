import type { Kysely } from 'kysely'

/** When a backend last asked about the first API key of an account. Further ones have this already. */
export async function noteKeyUse({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('api_key_last_used_at', 'bigint').execute()
}
