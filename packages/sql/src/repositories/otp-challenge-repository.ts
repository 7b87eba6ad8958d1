import type { OtpChallenge, OtpChallengeRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import { fromJson, toJson } from '../json.ts'
import type { OtpChallengeRow } from '../login-rows.ts'
import type { Schema } from '../schema.ts'

/** The codes that accounts were sent, known by their digests, within one transaction. */
export function createSqlOtpChallengeRepository(db: Kysely<Schema>): OtpChallengeRepository {
  return {
    async put(challenge) {
      const row = toRow(challenge)
      await write(
        db,
        db
          .insertInto('otp_challenges')
          .values(row)
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row)),
      )
    },

    async findByAccount(accountId) {
      const row = await db
        .selectFrom('otp_challenges')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    async remove(accountId) {
      await write(db, db.deleteFrom('otp_challenges').where('account_id', '=', accountId))
    },

    async removeAll() {
      await write(db, db.deleteFrom('otp_challenges'))
    },

    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('otp_challenges')
        .where('expires_at', '<=', now.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(challenge: OtpChallenge): OtpChallengeRow {
  return {
    account_id: challenge.accountId,
    id: challenge.id,
    code_digest: challenge.codeDigest,
    created_at: challenge.createdAt.getTime(),
    expires_at: challenge.expiresAt.getTime(),
    network: challenge.network,
    owner_guesses: challenge.ownerGuesses,
    stranger_guesses: challenge.strangerGuesses,
    mail_id: challenge.mailId,
    proof: toJson(challenge.proof),
  }
}

function fromRow(row: OtpChallengeRow): OtpChallenge {
  return {
    id: row.id,
    accountId: row.account_id,
    codeDigest: row.code_digest,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    network: row.network,
    ownerGuesses: row.owner_guesses,
    strangerGuesses: row.stranger_guesses,
    mailId: row.mail_id,
    // A release without logins may have stored it.
    proof: { loginId: '', ...fromJson<Omit<OtpChallenge['proof'], 'loginId'>>(row.proof) },
  }
}
