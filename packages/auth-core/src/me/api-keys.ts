import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { ApiKey } from '../records/api-key.ts'

/** The id of `Account.apiKey` among the keys of an account. */
export const firstKeyId = 'first'

/** The largest number of further keys of an account that have not expired. */
export const maxApiKeys = 20

/** A key of an account, the first one too, without its text. */
export type ListedKey = Pick<ApiKey, 'id' | 'name' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>

/** A new key, with its text. */
export interface ShownKey extends ListedKey {
  /** The key itself, which is shown once. Secret. */
  readonly text: string
}

/** The first key of an account. It is as old as the account is, by what is on record. */
export function firstKeyOf({
  createdAt,
  apiKeyLastUsedAt: lastUsedAt,
}: Pick<Account, 'createdAt' | 'apiKeyLastUsedAt'>): ListedKey {
  return { id: firstKeyId, name: firstKeyId, createdAt, expiresAt: null, lastUsedAt }
}

/** The further keys of an account that have not expired, oldest first. */
export async function liveKeysOf(
  tx: Transaction,
  { id }: Pick<Account, 'id'>,
  now: Date,
): Promise<readonly ApiKey[]> {
  const all = await tx.apiKeys.listOfAccount(id)
  return all.filter((key) => isLive(key, now))
}

/** Finds a further key by its id, if it belongs to the account and has not expired. */
export async function findLiveKey(
  tx: Transaction,
  { id: accountId }: Pick<Account, 'id'>,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<ApiKey | undefined> {
  const key = await tx.apiKeys.find(id)
  return key && key.accountId === accountId && isLive(key, now) ? key : undefined
}

function isLive({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt === null || now < expiresAt
}
