import type { Account } from '../records/account.ts'
import type { ApiKey } from '../records/api-key.ts'
import type { Tenant } from '../records/tenant.ts'

/** A key that was found by its text, and whose it is. */
export interface FoundApiKey {
  /** The further key; `null` when it is the first one of the account. */
  readonly key: ApiKey | null
  /** Its account, in any status. */
  readonly account: Account
  /** The organization of the account, in any status. */
  readonly tenant: Pick<Tenant, 'id' | 'name' | 'status' | 'closesAt'>
}

/** Keeps further API keys. Their texts are random, and only a hash of each is kept. */
export interface ApiKeyRepository {
  /** Stores a new key. Its id and its text must be new. @param text The key itself. Secret. */
  insert(key: ApiKey, text: string): Promise<void>
  /** The key of this id, expired or not. */
  find(id: string): Promise<ApiKey | undefined>
  /**
   * The key of this text, the first one of an account too, unless it has expired, with its account
   * and tenant: one indexed read. @param text Any text; none is found by an empty one. Secret.
   */
  findByText(text: string, now: Date): Promise<FoundApiKey | undefined>
  /** All keys of an account, expired or not, oldest first. */
  listOfAccount(accountId: string): Promise<readonly ApiKey[]>
  /** Replaces the record of the same id, whose text stays; without one, nothing. */
  update(key: ApiKey): Promise<void>
  /** Removes the key; without one, nothing. */
  remove(id: string): Promise<void>
  /** Removes all keys of an account. */
  removeAll(accountId: string): Promise<void>
  /** Removes expired keys. @returns How many. */
  removeExpired(now: Date): Promise<number>
}
