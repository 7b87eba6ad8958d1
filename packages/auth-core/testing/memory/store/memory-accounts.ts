import {
  type Account,
  type AccountRepository,
  isSearchedFor,
  type Membership,
} from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { removeAccount } from './remove-account.ts'
import { insertRow, oldestFirst, pageOf, selectRows, updateRow } from './rows.ts'

/** The accounts of one transaction. */
export function memoryAccounts(state: StateOfTransaction): AccountRepository {
  const ofUsername = (username: string) =>
    selectRows(state().accounts, (account) => account.username === username).at(0)
  const ofEmail = (emailCanonical: string) =>
    selectRows(state().accounts, (account) => account.emailCanonical === emailCanonical)
  const withTenant = (account: Account): Membership | undefined => {
    const tenant = state().tenants.get(account.tenantId)
    return tenant && copyOf({ account, tenant })
  }
  const ofTenant = (tenantId: string) =>
    selectRows(state().accounts, (account) => account.tenantId === tenantId)

  return {
    async insert(account) {
      if (ofUsername(account.username) !== undefined) return false
      insertRow(state().accounts, account.id, account)
      return true
    },

    async find(id) {
      return copyOf(state().accounts.get(id))
    },

    async findByUsername(username) {
      return ofUsername(username)
    },

    async findByEmail(emailCanonical) {
      return ofEmail(emailCanonical).sort(oldestFirst)
    },

    async findMembership(id) {
      const account = state().accounts.get(id)
      return account && withTenant(account)
    },

    async findMemberships(emailCanonical) {
      const found = ofEmail(emailCanonical)
      return found.sort(oldestFirst).flatMap((account) => withTenant(account) ?? [])
    },

    async findUnconfirmedBefore(moment, page) {
      const found = selectRows(
        state().accounts,
        ({ emailVerified, status, createdAt }) =>
          !emailVerified && status === 'active' && createdAt < moment,
      )
      return pageOf(found, page)
    },

    async listOfTenant(tenantId, page) {
      return pageOf(ofTenant(tenantId), page)
    },

    async findByCredentials(tenantId, credentialIds) {
      return ofTenant(tenantId).filter(({ credentialId }) => credentialIds.includes(credentialId))
    },

    async findUsernames(ids) {
      const found = [...new Set(ids)].map((id) => state().accounts.get(id))
      return found.flatMap((account) =>
        account ? [{ id: account.id, username: account.username }] : [],
      )
    },

    async findStatuses(ids) {
      const { accounts, tenants } = state()
      return [...new Set(ids)].flatMap((accountId) => {
        const account = accounts.get(accountId)
        const tenant = account && tenants.get(account.tenantId)
        if (!account || !tenant) return []
        const { status, closesAt } = tenant
        const own = { status: account.status }
        return [{ accountId, account: own, tenant: { status, closesAt } }]
      })
    },

    async findReservedBefore(moment) {
      const left = selectRows(
        state().accounts,
        ({ status, createdAt }) => status === 'reserved' && createdAt < moment,
      )
      return left.sort(oldestFirst)
    },

    async update(account) {
      updateRow(state().accounts, account.id, account)
    },

    async noteLogin(id, { at, language }) {
      const account = state().accounts.get(id)
      if (!account) return
      const changed = { lastLoginAt: at, ...(language !== undefined && { language }) }
      updateRow(state().accounts, id, { ...account, ...changed })
    },

    async search(tenantId, search) {
      const found = ofTenant(tenantId).filter((account) => isSearchedFor(account, search))
      return pageOf(found, search)
    },

    async countAdministrators(tenantId) {
      const administers = ({ role, status }: Account) =>
        role === 'company_admin' && status === 'active'
      return ofTenant(tenantId).filter(administers).length
    },

    async findRemoving(page) {
      return pageOf(
        selectRows(state().accounts, ({ status }) => status === 'removing'),
        page,
      )
    },

    async remove(id) {
      removeAccount(state(), id)
    },
  }
}
