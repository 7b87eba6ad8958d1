import type { Kysely } from 'kysely'

/** The language of mails to a person. Accounts get it at their next sign-in. */
export async function noteLanguages({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('language', 'text').execute()
}
