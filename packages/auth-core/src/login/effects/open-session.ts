import type { Transaction } from '../../ports/store.ts'
import type { Account } from '../../records/account.ts'
import { requestEvent } from '../../records/audit.ts'
import type { Requester } from '../../records/client.ts'
import { type IssuedToken, issueAccessToken } from '../../tokens/access-token.ts'
import type { LoginWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/** The number of characters kept of a `User-Agent`. */
const maxUserAgent = 256

/** Records a login, starts its session (`sid`) and issues the session's first access token. */
export async function openSession(
  { ports, settings, tx, from, proof, note }: LoginWork,
  { of: membership, otpSkipped }: Effect<'open_session'>,
): Promise<IssuedToken> {
  const { account, tenant } = membership
  const { loginId, client, authTime } = proof
  const otp = otpSkipped && { otp: 'skipped' }
  const detail = { methods: proof.methods.join('+'), ...otp, ...note }
  const subject = { accountId: account.id, tenantId: tenant.id, client, detail }
  await tx.auditLog.record(requestEvent(from, { kind: 'login', ...subject }))

  const sessionId = ports.secrets.id()
  const issued = issueAccessToken(ports, settings, { membership, sessionId, client, authTime })
  await tx.sessions.insert({
    id: sessionId,
    loginId,
    accountId: account.id,
    tenantId: tenant.id,
    client,
    authTime,
    issuedAt: issued.issuedAt,
    expiresAt: issued.expiresAt,
    network: from.network,
    userAgent: from.userAgent.slice(0, maxUserAgent),
    createdAt: from.receivedAt,
    lastSeenAt: from.receivedAt,
    endedAt: null,
  })
  await noteLogin(tx, account.id, { lastLoginAt: issued.issuedAt, language: from.language })
  return issued
}

async function noteLogin(
  tx: Transaction,
  accountId: string,
  { lastLoginAt, language }: Pick<Account, 'lastLoginAt'> & Pick<Requester, 'language'>,
): Promise<void> {
  // Read again, because the groups were stored after the membership was read.
  const account = await tx.accounts.find(accountId)
  if (!account) return
  await tx.accounts.update({ ...account, lastLoginAt, language: language ?? account.language })
}
