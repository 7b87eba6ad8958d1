import type { ApiKey } from '../records/api-key.ts'

/** Keeps further API keys. Their texts are random, and only a hash of each is kept. */
export interface ApiKeyRepository {
  /** Stores a key. Its id is new, and so is its text. @param text The key itself. Secret. */
  insert(key: ApiKey, text: string): Promise<void>
  /** The key of this id, expired or not. */
  find(id: string): Promise<ApiKey | undefined>
  /** The key of this text, unless it has expired. @param text Any text. Secret. */
  findByText(text: string, now: Date): Promise<ApiKey | undefined>
  /** All keys of an account, expired or not, oldest first. */
  listOfAccount(accountId: string): Promise<readonly ApiKey[]>
  /** Replaces the record of the same id, whose text stays; without one, nothing. */
  update(key: ApiKey): Promise<void>
  /** Removes the key; without one, nothing. */
  remove(id: string): Promise<void>
  /** Removes all keys of an account. */
  removeAll(accountId: string): Promise<void>
  /** Removes those that have expired. @returns How many. */
  removeExpired(now: Date): Promise<number>
}
