import { type LeasedTokenKey, PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Makes sure that a token is still under the lease of the process that spends it. A process that stood
 * still then comes too late to overwrite what another has set under a later lease.
 *
 * @throws {PortError} `credential_store`, `timeout` when it is not.
 */
export async function requireLease(
  db: Kysely<Schema>,
  { digest, purpose, lease }: LeasedTokenKey,
): Promise<void> {
  const found = await db
    .selectFrom('one_time_tokens')
    .select('digest')
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('claimed_by', '=', lease.by)
    .where('claimed_until', '=', lease.until.getTime())
    .executeTakeFirst()
  if (found) return
  throw new PortError('credential_store', 'timeout', new Error('the token is leased anew'))
}
