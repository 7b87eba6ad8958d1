import type { Database } from './database.ts'

/** The entries that wait for the chain of the audit log. */
export interface AuditBacklog {
  /** How many entries have not been chained. */
  readonly waiting: number
}

/**
 * Reads how much waits for the chain of the audit log, for metrics.
 *
 * @throws {PortError} `store` when the database cannot do its work.
 */
export async function readAuditBacklog({ db }: Database): Promise<AuditBacklog> {
  const { waiting } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('position', 'is', null)
    .executeTakeFirstOrThrow()
  // A driver may return eight-byte numbers as text.
  return { waiting: Number(waiting) }
}
