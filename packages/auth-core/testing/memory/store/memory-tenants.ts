import type { TenantRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { MemoryState, StateOfTransaction } from './memory-state.ts'
import { insertRow, oldestFirst, pageOf, removeRows, selectRows, updateRow } from './rows.ts'

/** The tenants of one transaction. */
export function memoryTenants(state: StateOfTransaction): TenantRepository {
  return {
    async insert(tenant) {
      if (state().tenants.has(tenant.id)) return false
      insertRow(state().tenants, tenant.id, tenant)
      return true
    },

    async find(id) {
      return copyOf(state().tenants.get(id))
    },

    async update(tenant) {
      updateRow(state().tenants, tenant.id, tenant)
    },

    async remove(id) {
      const records = state()
      records.tenants.delete(id)
      for (const account of selectRows(records.accounts, ({ tenantId }) => tenantId === id)) {
        removeAccount(records, account.id)
      }
    },

    async findReservedBefore(moment) {
      const left = selectRows(
        state().tenants,
        ({ status, createdAt }) => status === 'reserved' && createdAt < moment,
      )
      return left.sort(oldestFirst)
    },

    async list(page) {
      return pageOf(
        selectRows(state().tenants, () => true),
        page,
      )
    },
  }
}

function removeAccount(records: MemoryState, id: string): void {
  const belongsToIt = ({ accountId }: { readonly accountId: string }) => accountId === id
  records.accounts.delete(id)
  removeRows(records.externalIdentities, belongsToIt)
  removeRows(records.otpChallenges, belongsToIt)
  removeRows(records.oneTimeTokens, belongsToIt)
  removeRows(records.sessions, belongsToIt)
  removeRows(records.outbox, ({ entry }) => belongsToIt(entry))
}
