import type { InvitationRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { insertRow, oldestFirst, pageOf, removeRows, selectRows, updateRow } from './rows.ts'

/** The invitations of one transaction. */
export function memoryInvitations(state: StateOfTransaction): InvitationRepository {
  return {
    async insert(invitation) {
      const { tenantId, emailCanonical } = invitation
      const same = selectRows(
        state().invitations,
        (one) => one.tenantId === tenantId && one.emailCanonical === emailCanonical,
      )
      if (same.length > 0) return false
      insertRow(state().invitations, invitation.id, invitation)
      return true
    },

    async find(id) {
      return copyOf(state().invitations.get(id))
    },

    async findByDigest(digest) {
      return selectRows(state().invitations, (one) => one.digest === digest).at(0)
    },

    async findByEmail(emailCanonical) {
      const found = selectRows(state().invitations, (one) => one.emailCanonical === emailCanonical)
      return found.sort(oldestFirst)
    },

    async listOfTenant(tenantId, page) {
      const found = selectRows(state().invitations, (one) => one.tenantId === tenantId)
      return pageOf(found, page)
    },

    async update(invitation) {
      updateRow(state().invitations, invitation.id, invitation)
    },

    async remove(id) {
      state().invitations.delete(id)
    },

    // An invitation with an expired lease stays, because its reservation is found through it.
    async removeExpired(now) {
      return removeRows(
        state().invitations,
        ({ lease, expiresAt }) => lease === null && expiresAt <= now,
      )
    },
  }
}
