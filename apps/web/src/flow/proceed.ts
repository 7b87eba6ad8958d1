/** The next step after the answer to a login, a choice of tenant, or a code. */
import type { LoginAnswer, OtpAnswer, TenantEntry, TokenAnswer } from '../api/wire.ts'
import { enter } from '../session/session-store.ts'
import { type PendingLogin, pendingLogin } from './pending-login.ts'
import { go, isOwn } from './router.ts'
import { dropTypedEmail } from './typed-email.ts'
import { takeWantedPage } from './wanted-page.ts'

/** The facts from before the answer. */
export interface LoginContext {
  /** The session token of an earlier answer of this login. */
  readonly sessionToken?: string
  /** The organization that the person chose. */
  readonly tenantId?: string
  /** The address of the login, masked. */
  readonly address?: string
  /** The organizations that an earlier answer offered. */
  readonly tenants?: readonly TenantEntry[]
}

/** Continues a login: to the dashboard, the code, or the choice of an organization. */
export function proceed(answer: LoginAnswer, known: LoginContext = {}): void {
  if ('token' in answer) finish(answer)
  else if ('requires_tenant_selection' in answer) {
    const { session_token: sessionToken, tenants } = answer
    const { address } = known
    pendingLogin.value = { sessionToken, tenants, ...(address && { address }) }
    go('workspaces', { handOver: { session_token: sessionToken } })
  } else {
    const next = waitForCode(answer, known)
    pendingLogin.value = next
    const { username } = answer
    go('oneTimeCode', { handOver: { session_token: next.sessionToken, username } })
  }
}

/** The state of a login with a pending code. */
export function waitForCode(answer: OtpAnswer, known: LoginContext): PendingLogin {
  const tenants = answer.tenants ?? known.tenants
  const tenantId = known.tenantId ?? answer.tenants?.[0]?.tenant_id
  return {
    sessionToken: answer.session_token ?? known.sessionToken ?? '',
    ...(tenants && { tenants }),
    ...(known.address && { address: known.address }),
    code: {
      username: answer.username,
      ...(tenantId && { tenantId }),
      expiresAt: Date.now() + answer.otp_expires_in_min * 60_000,
      againAt: Date.now() + answer.resend_after * 1000,
    },
  }
}

function finish(answer: TokenAnswer): void {
  pendingLogin.value = undefined
  dropTypedEmail()
  const page = takeWantedPage()
  // A dashboard on another site gets the tokens; this tab keeps nothing.
  if (isOwn(page)) enter(answer)
  go(page, {
    replace: true,
    handOver: {
      token: answer.token,
      expires_in: String(answer.expires_in),
      session_token: answer.session_token,
    },
  })
}
