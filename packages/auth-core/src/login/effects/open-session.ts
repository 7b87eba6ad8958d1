import { requestEvent } from '../../records/audit.ts'
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
  const { language } = from
  await tx.accounts.noteLogin(account.id, { at: issued.issuedAt, ...(language && { language }) })
  return issued
}
