import type { Defect } from '../defect.ts'

/** Defects of the store in memory. */
export const memoryStoreDefects: readonly Defect[] = [
  {
    file: 'packages/auth-core/testing/memory/memory-store.ts',
    find: `        committed = draft
        return result`,
    replace: `        committed = draft
        return undefined as never`,
    breaks: 'a transaction answers what its work returns',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-store.ts',
    find: `const { draft, result } = await run(work)
        committed = draft`,
    replace: `const { draft, result } = await run(work).finally(() => {})
        if (result !== undefined) committed = draft`,
    breaks: 'what a transaction has written is there afterwards, whatever it returns',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-store.ts',
    find: 'const draft = draftOf(committed)',
    replace: 'const draft = committed',
    breaks: 'a failed transaction leaves nothing behind',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-store.ts',
    find: 'exclusively(async () => {',
    replace: '(async (w: () => Promise<never>) => w())(async () => {',
    breaks: 'concurrent transactions lose no update',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-accounts.ts',
    find: 'if (ofUsername(account.username) !== undefined) return false',
    replace: '',
    breaks: 'a username is unique over all tenants',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-accounts.ts',
    find: 'return ofEmail(emailCanonical).sort(oldestFirst)',
    replace: 'return ofEmail(emailCanonical).sort(oldestFirst).toReversed()',
    breaks: 'accounts of one address come oldest first',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-accounts.ts',
    find: `!emailVerified && status === 'active' && createdAt < moment`,
    replace: `!emailVerified && status === 'active' && createdAt <= moment`,
    breaks: 'an account that is as old as the moment is not before it',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-otp-challenges.ts',
    find: `state().otpChallenges.clear()`,
    replace: `return`,
    breaks: 'no code is left once all are removed',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-sessions.ts',
    find: 'endedAt === null && expiresAt > now',
    replace: 'endedAt === null && expiresAt >= now',
    breaks: 'a session that expires now is not live',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-sessions.ts',
    find: 'session.accountId === accountId && session.endedAt === null',
    replace: 'session.accountId === accountId',
    breaks: 'sessions that have ended keep the time of their end',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-outbox.ts',
    find: 'const isLeased = row?.leasedUntil?.getTime() === leaseUntil.getTime()',
    replace: 'const isLeased = row !== undefined',
    breaks: 'a mail stays with the worker that leased it last',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-outbox.ts',
    find: 'if (row?.settledAt !== null || !isLeased) return false',
    replace: 'if (!row || !isLeased) return false',
    breaks: 'a mail that was sent is not handed out again',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-api-keys.ts',
    find: 'return expiresAt !== null && expiresAt <= now',
    replace: 'return expiresAt !== null && expiresAt < now',
    breaks: 'an API key is not found at the moment of its end',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-audit-log.ts',
    find: 'if (to !== undefined && entry.at >= to) return false',
    replace: 'if (to !== undefined && entry.at > to) return false',
    breaks: 'an audit entry at the end of a period is not in it',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-one-time-tokens.ts',
    find: 'lease === null && expiresAt <= now',
    replace: 'expiresAt <= now',
    breaks: 'an expired token under a lease is kept',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-tenants.ts',
    find: 'removeRows(records.invitations, ({ tenantId }) => tenantId === id)',
    replace: '',
    breaks: 'the invitations of a tenant go with it',
  },
  {
    file: 'packages/auth-core/testing/memory/store/rows.ts',
    find: 'const later = rows.filter(({ id }) => id > after)',
    replace: 'const later = rows.filter(({ id }) => id >= after)',
    breaks: 'a page begins after the last one of the page before',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-invitations.ts',
    find: 'if (same.length > 0) return false',
    replace: '',
    breaks: 'a tenant has one invitation for an address',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-otp-challenges.ts',
    find: 'expiresAt <= now',
    replace: 'expiresAt < now',
    breaks: 'a code that expires now is removed',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-external-identities.ts',
    find: 'if (state().externalIdentities.has(key)) return false',
    replace: 'state().externalIdentities.delete(key)',
    breaks: 'an account has one identity at a provider, the first',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-endings.ts',
    find: '(one) => one.subject === subject)',
    replace: '() => true)',
    breaks: 'endings of one subject alone are listed',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-replicas.ts',
    find: 'aliveUntil > now',
    replace: 'aliveUntil >= now',
    breaks: 'a replica is not alive at the moment at which it is dead',
  },
  {
    file: 'packages/auth-core/testing/memory/store/memory-signing-keys.ts',
    find: 'state().signingKeys.set(key.kid, copyOf(key))',
    replace: 'if (!state().signingKeys.has(key.kid)) state().signingKeys.set(key.kid, copyOf(key))',
    breaks: 'a signing key that is there is replaced',
  },
  {
    file: 'packages/auth-core/testing/memory/copy-of.ts',
    find: 'if (value instanceof Date) return new Date(value)',
    replace:
      'if (value instanceof Date) return new Date(Math.floor(value.getTime() / 1000) * 1000)',
    breaks: 'moments keep their milliseconds',
  },
]
