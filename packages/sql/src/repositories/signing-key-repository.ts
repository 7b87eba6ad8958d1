import type { SigningKey, SigningKeyRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { toDate, toMillis } from '../columns.ts'
import { write } from '../deferred-writes.ts'
import type { SigningKeyRow } from '../login-rows.ts'
import type { Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from '../sealing/contexts.ts'

/** Signing keys, kept sealed, within one transaction. */
export function createSqlSigningKeyRepository(
  db: Kysely<Schema>,
  sealer: Sealer,
): SigningKeyRepository {
  return {
    async list() {
      const rows = await db.selectFrom('signing_keys').selectAll().execute()
      return rows.map((row) => fromRow(row, sealer))
    },

    async put(key) {
      const row = toRow(key, sealer)
      await write(
        db,
        db
          .insertInto('signing_keys')
          .values(row)
          .onConflict((conflict) => conflict.column('kid').doUpdateSet(row)),
      )
    },

    async remove(kid) {
      await write(db, db.deleteFrom('signing_keys').where('kid', '=', kid))
    },
  }
}

function toRow(key: SigningKey, sealer: Sealer): SigningKeyRow {
  return {
    kid: key.kid,
    secret: sealer.seal(key.secret, sealedFor.signingKey(key.kid)),
    active_from: key.activeFrom.getTime(),
    accepted_until: toMillis(key.acceptedUntil),
    revoked_at: toMillis(key.revokedAt),
  }
}

function fromRow(row: SigningKeyRow, sealer: Sealer): SigningKey {
  return {
    kid: row.kid,
    secret: openSealed(sealer, row.secret, sealedFor.signingKey(row.kid)),
    activeFrom: new Date(row.active_from),
    acceptedUntil: toDate(row.accepted_until),
    revokedAt: toDate(row.revoked_at),
  }
}
