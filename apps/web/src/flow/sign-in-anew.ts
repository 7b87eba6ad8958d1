import type { ApiError, CallResult } from '../api/call.ts'
import type { LoginAnswer, OtpAnswer, TokenAnswer } from '../api/wire.ts'

/** The account that has to show anew that it is there. */
export interface Proving {
  /** The address that signs in. */
  readonly email: string
  /** The id of the account. */
  readonly userId: string
  /** The organization of the account. */
  readonly tenantId: string
}

/** The routes that it takes. */
export interface SignInRoutes {
  /** Begins a login. */
  readonly logIn: (email: string, password: string) => Promise<CallResult<LoginAnswer>>
  /** Goes on with a login in one organization. */
  readonly selectTenant: (token: string, tenantId: string) => Promise<CallResult<LoginAnswer>>
  /** Ends a session that is not wanted. */
  readonly logOut: (token: string) => Promise<unknown>
}

/** How far a sign-in has come. */
export type Proof =
  | { readonly kind: 'proven'; readonly answer: TokenAnswer }
  /** A code was mailed, which comes next. */
  | { readonly kind: 'code'; readonly username: string; readonly sessionToken: string }
  | { readonly kind: 'refused'; readonly error: ApiError }

const wrong: Proof = { kind: 'refused', error: { code: 'invalid_credentials', errors: [] } }

/**
 * Signs in to the very account that is signed in already, without leaving the page. A password that
 * opens other organizations and not this one is a wrong one.
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

/** From the login the answer says whose code it is; from the choice of a tenant that is known. */
function isFor({ tenants }: OtpAnswer, userId: string): boolean {
  return !tenants || tenants.some((tenant) => tenant.user_id === userId)
}
