import type { MemoryState } from './memory-state.ts'
import { removeRows } from './rows.ts'

/** Removes an account with everything that belongs to it. */
export function removeAccount(records: MemoryState, id: string): void {
  const belongsToIt = ({ accountId }: { readonly accountId: string }) => accountId === id
  records.accounts.delete(id)
  removeRows(records.externalIdentities, belongsToIt)
  removeRows(records.otpChallenges, belongsToIt)
  removeRows(records.oneTimeTokens, belongsToIt)
  removeRows(records.sessions, belongsToIt)
  removeRows(records.apiKeys, belongsToIt)
  removeRows(records.outbox, ({ entry }) => belongsToIt(entry))
}
