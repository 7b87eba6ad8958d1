import type { TenantRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { removeAccount } from './remove-account.ts'
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
      removeRows(records.invitations, ({ tenantId }) => tenantId === id)
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

    async findClosedBefore(moment) {
      const closed = selectRows(
        state().tenants,
        ({ closesAt }) => closesAt !== null && closesAt <= moment,
      )
      return closed.sort((one, other) => Number(one.closesAt) - Number(other.closesAt))
    },

    async list(page) {
      return pageOf(
        selectRows(state().tenants, () => true),
        page,
      )
    },
  }
}
