import type { Account, ApiKey, ApiKeyRepository, FoundApiKey } from '../../../src/ports/index.ts'
import type { ApiKeyRow, StateOfTransaction } from './memory-state.ts'
import { insertRow, oldestFirst, removeRows, selectRows, updateRow } from './rows.ts'

/** The further API keys of one transaction. */
export function memoryApiKeys(state: StateOfTransaction): ApiKeyRepository {
  const select = (fits: (row: ApiKeyRow) => boolean) => selectRows(state().apiKeys, fits).map(keyOf)

  return {
    async insert(key, text) {
      insertRow(state().apiKeys, key.id, { ...key, text })
    },

    async find(id) {
      return select((key) => key.id === id).at(0)
    },

    async findByText(text, now) {
      if (text === '') return undefined
      const { accounts, tenants } = state()
      const key = select((row) => row.text === text && !isOver(row, now)).at(0) ?? null
      const isIts = ({ id, apiKey }: Account) => (key ? id === key.accountId : apiKey === text)
      const account = selectRows(accounts, isIts).at(0)
      const tenant = account && tenants.get(account.tenantId)
      return tenant && { key, account, tenant: partOf(tenant) }
    },

    async listOfAccount(accountId) {
      return select((key) => key.accountId === accountId).sort(oldestFirst)
    },

    async update(key) {
      const text = state().apiKeys.get(key.id)?.text ?? ''
      updateRow(state().apiKeys, key.id, { ...key, text })
    },

    async remove(id) {
      state().apiKeys.delete(id)
    },

    async removeAll(accountId) {
      removeRows(state().apiKeys, (key) => key.accountId === accountId)
    },

    async removeExpired(now) {
      return removeRows(state().apiKeys, (key) => isOver(key, now))
    },
  }
}

function isOver({ expiresAt }: ApiKey, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

function keyOf({ text: _, ...key }: ApiKeyRow): ApiKey {
  return key
}

function partOf({ id, name, status, closesAt }: FoundApiKey['tenant']): FoundApiKey['tenant'] {
  return { id, name, status, closesAt }
}
