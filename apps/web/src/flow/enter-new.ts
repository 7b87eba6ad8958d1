import { type SignUpAnswer, service } from '../api/service.ts'
import { session } from '../session/session-store.ts'
import { proceed } from './proceed.ts'
import { go, isOwn } from './router.ts'
import { maskedEmail } from './texts.ts'
import { wantPage } from './wanted-page.ts'

/**
 * Signs in to an account that was just made, and then tells of its mail. Someone who is signed in to another account
 * stays there, and a dashboard on another site signs in by itself.
 */
export async function enterNew(
  { user_id: userId }: SignUpAnswer,
  email: string,
  password: string,
): Promise<void> {
  if (session.peek() || !isOwn('dashboard') || !isOwn('checkMail')) return tell()
  const login = await service.logIn(email, password)
  if (!login.ok) return tell()
  const address = maskedEmail(email)
  if (!('requires_tenant_selection' in login.value)) {
    wantPage('checkMail')
    return proceed(login.value, { address })
  }
  const { session_token: sessionToken, tenants } = login.value
  const tenant = tenants.find((each) => each.user_id === userId)
  if (!tenant) return tell()
  const chosen = await service.selectTenant(sessionToken, tenant.tenant_id)
  if (!chosen.ok) return tell()
  wantPage('checkMail')
  proceed(chosen.value, { sessionToken, tenantId: tenant.tenant_id, tenants, address })
}

function tell(): void {
  go('checkMail', { replace: true })
}
