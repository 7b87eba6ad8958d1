import type { ApiError, CallResult } from '../api/call.ts'
import type { LoginAnswer, OtpAnswer, TokenAnswer } from '../api/wire.ts'

/** The account that has to prove itself again. */
export interface Proving {
  /** The address that signs in. */
  readonly email: string
  /** The id of the account. */
  readonly userId: string
  /** The organization of the account. */
  readonly tenantId: string
}

/** The routes for signing in again. */
export interface SignInRoutes {
  /** Starts a login. */
  readonly logIn: (email: string, password: string) => Promise<CallResult<LoginAnswer>>
  /** Continues a login in one organization. */
  readonly selectTenant: (token: string, tenantId: string) => Promise<CallResult<LoginAnswer>>
  /** Ends a session that is not needed. */
  readonly logOut: (token: string) => Promise<unknown>
}

/** The state of the sign-in. */
export type Proof =
  | { readonly kind: 'proven'; readonly answer: TokenAnswer }
  /** A code was mailed and is needed next. */
  | { readonly kind: 'code'; readonly username: string; readonly sessionToken: string }
  | { readonly kind: 'refused'; readonly error: ApiError }

const wrong: Proof = { kind: 'refused', error: { code: 'invalid_credentials', errors: [] } }

/**
 * Signs in again to the account that is signed in, without leaving the page. A password that opens only other
 * organizations counts as wrong.
 */
export async function signInAnew(
  routes: SignInRoutes,
  proving: Proving,
  password: string,
): Promise<Proof> {
  const login = await routes.logIn(proving.email, password)
  if (!login.ok) return { kind: 'refused', error: login.error }
  const { value } = login
  if (!('requires_tenant_selection' in value)) return check(routes, proving, { answer: value })
  if (!value.tenants.some((tenant) => tenant.user_id === proving.userId)) return wrong
  const { session_token: sessionToken } = value
  const chosen = await routes.selectTenant(sessionToken, proving.tenantId)
  if (!chosen.ok) return { kind: 'refused', error: chosen.error }
  return check(routes, proving, { answer: chosen.value, sessionToken })
}

async function check(
  routes: SignInRoutes,
  { userId }: Proving,
  { answer, sessionToken = '' }: { readonly answer: LoginAnswer; readonly sessionToken?: string },
): Promise<Proof> {
  if ('token' in answer) {
    if (answer.user.id === userId) return { kind: 'proven', answer }
    await routes.logOut(answer.token)
    return wrong
  }
  if (!('requires_otp' in answer) || !isFor(answer, userId)) return wrong
  const { username, session_token: token = sessionToken } = answer
  return { kind: 'code', username, sessionToken: token }
}

/**
 * Whether an answer is for the account. After a login it names the account; after a choice of tenant the
 * account is known.
 */
function isFor({ tenants }: OtpAnswer, userId: string): boolean {
  return !tenants || tenants.some((tenant) => tenant.user_id === userId)
}
