import { firstKeyId } from '../me/api-keys.ts'
import type { FoundApiKey } from '../ports/api-key-repository.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'

/** A key's last use is noted to the minute: agents show their keys far more often. */
const pauseSeconds = 60

/** So many notes may be on their way to the store; others are left to a later use. */
const maxUnderWay = 8

/** Notes that a key was used at a moment. Does not wait for the store, and never fails. */
export type NoteKeyUse = (found: FoundApiKey, at: Date) => void

/**
 * Notes the last use of keys, each at most once a minute over all processes. A note that the store
 * does not take is given up: the next use makes another one.
 */
export function createKeyUses({ store }: Pick<Ports, 'store'>): NoteKeyUse {
  const underWay = new Set<string>()
  return (found, at) => {
    const id = found.key?.id ?? `${firstKeyId} ${found.account.id}`
    if (!isDue(lastUseOf(found), at)) return
    if (underWay.has(id) || underWay.size >= maxUnderWay) return
    underWay.add(id)
    const settle = () => underWay.delete(id)
    void store.transaction((tx) => note(tx, found, at)).then(settle, settle)
  }
}

/** Looks again: another process may have noted it, and the key may be another one by now. */
async function note(tx: Transaction, { key, account }: FoundApiKey, at: Date): Promise<void> {
  if (key) {
    const current = await tx.apiKeys.find(key.id)
    if (current && isDue(current.lastUsedAt, at)) {
      await tx.apiKeys.update({ ...current, lastUsedAt: at })
    }
    return
  }
  const current = await tx.accounts.find(account.id)
  if (current?.apiKey === account.apiKey && isDue(current.apiKeyLastUsedAt, at)) {
    await tx.accounts.update({ ...current, apiKeyLastUsedAt: at })
  }
}

function lastUseOf({ key, account }: FoundApiKey): Date | null {
  return key ? key.lastUsedAt : account.apiKeyLastUsedAt
}

function isDue(lastUsedAt: Date | null, at: Date): boolean {
  return lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= pauseSeconds * 1000
}
