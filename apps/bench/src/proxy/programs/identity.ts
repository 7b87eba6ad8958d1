/** The claims of an access token that a backend is told. */
export type Claims = Readonly<Record<string, unknown>>

/** What a backend is told about the caller. */
export function identityHeaders(claims: Claims): Readonly<Record<string, string>> {
  return {
    'x-gatehouse-user-id': String(claims.user_id),
    'x-gatehouse-username': String(claims.username),
    'x-gatehouse-email': String(claims.email),
    'x-gatehouse-tenant-id': String(claims.tenant_id),
    'x-gatehouse-role': String(claims.role),
    'x-gatehouse-machine-role': String(claims.machine_role),
    'x-gatehouse-source': String(claims.source),
  }
}
