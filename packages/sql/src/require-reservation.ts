import { type NewTenant, PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Checks that a sign-up may still succeed, in the transaction that writes for it. So a sign-up that was
 * undone cannot leave anything behind, however late it continues.
 *
 * @throws {PortError} `credential_store` when its reservation is gone, or marked as run out.
 */
export async function requireReservation(
  db: Kysely<Schema>,
  { id, reservation }: Pick<NewTenant, 'id' | 'reservation'>,
): Promise<void> {
  const found = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', id)
    .where('reservation', '=', reservation)
    .where('standing', '=', 'reserved')
    // Undoing begins with this mark.
    .where('created_at', '>', 0)
    .executeTakeFirst()
  if (found) return
  throw new PortError('credential_store', 'timeout', new Error('the sign-up was given up'))
}
