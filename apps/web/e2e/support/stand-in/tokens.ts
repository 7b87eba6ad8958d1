import type { State } from './state.ts'

/** An access token as the pages read it. Its signature is not valid. */
export function tokenOf({ me, authTime }: State): string {
  issued += 1
  const claims = {
    sid: `sid-${authTime}`,
    jti: String(issued),
    auth_time: authTime,
    iat: Math.floor(Date.now() / 1000),
    user_id: me.id,
    username: me.username,
    email: me.email,
    tenant_id: me.tenant_id,
    tenant_name: me.tenant_name,
    role: me.role,
  }
  return [{ alg: 'HS256', typ: 'at+jwt' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
}

let issued = 0

/** A full token answer. */
export function tokenAnswer(state: State): unknown {
  return {
    token: tokenOf(state),
    user: state.me,
    expires_in: 86_400,
    session_token: 'session token',
    available_tenants: state.tenants,
  }
}
