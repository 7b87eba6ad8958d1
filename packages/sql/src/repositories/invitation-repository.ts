import type { Invitation, InvitationRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { InvitationRow } from '../invitation-rows.ts'
import { fromJson, toJson } from '../json.ts'
import type { Schema } from '../schema.ts'

/** Invitations within one transaction. */
export function createSqlInvitationRepository(db: Kysely<Schema>): InvitationRepository {
  const invitations = () => db.selectFrom('invitations').selectAll()

  return {
    async insert(invitation) {
      const inserted = await db
        .insertInto('invitations')
        .values(toRow(invitation))
        .onConflict((conflict) => conflict.columns(['email_canonical', 'tenant_id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    async find(id) {
      const row = await invitations().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },

    async findByDigest(digest) {
      const row = await invitations().where('digest', '=', digest).executeTakeFirst()
      return row && fromRow(row)
    },

    async findByEmail(emailCanonical) {
      const rows = await invitations()
        .where('email_canonical', '=', emailCanonical)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async listOfTenant(tenantId, { after = '', limit }) {
      const rows = await invitations()
        .where('tenant_id', '=', tenantId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },

    async update(invitation) {
      await write(
        db,
        db.updateTable('invitations').set(toRow(invitation)).where('id', '=', invitation.id),
      )
    },

    async remove(id) {
      await write(db, db.deleteFrom('invitations').where('id', '=', id))
    },

    // An invitation with an expired lease stays, because its reservation is found through it.
    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('expires_at', '<=', now.getTime())
        .where('claimed_until', 'is', null)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(invitation: Invitation): InvitationRow {
  return {
    id: invitation.id,
    tenant_id: invitation.tenantId,
    email: invitation.email,
    email_canonical: invitation.emailCanonical,
    role: invitation.role,
    machine_role: invitation.machineRole,
    groups: toJson(invitation.groups),
    digest: invitation.digest,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.getTime(),
    expires_at: invitation.expiresAt.getTime(),
    claimed_until: invitation.lease?.until.getTime() ?? null,
    claimed_by: invitation.lease?.by ?? null,
  }
}

function fromRow(row: InvitationRow): Invitation {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    email: row.email,
    emailCanonical: row.email_canonical,
    role: row.role,
    machineRole: row.machine_role,
    groups: fromJson(row.groups),
    digest: row.digest,
    invitedBy: row.invited_by,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lease:
      row.claimed_until === null
        ? null
        : { by: row.claimed_by ?? '', until: new Date(row.claimed_until) },
  }
}
