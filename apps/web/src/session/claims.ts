/** The claims of an access token that the page reads. Nothing is verified here; the service does that. */
export interface Claims {
  /** The session's id; stays the same through refreshes. */
  readonly sid: string
  /** When a credential was checked, in seconds since 1970. */
  readonly authTime: number
  /** `user_id`: the id of the account. */
  readonly userId: string
  /** The username of the account. */
  readonly username: string
  /** The address as the person typed it. */
  readonly email: string
  /** `tenant_id`: the organization that is entered. */
  readonly tenantId: string
  /** `tenant_name`: the display name of that organization. */
  readonly tenantName: string
  /** Role in that organization. */
  readonly role: string
}

/** Reads the claims of a JWT (RFC 7519); `undefined` if the text is none. */
export function readClaims(token: string): Claims | undefined {
  try {
    const part = token.split('.')[1] ?? ''
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>
    const text = (name: string) => String(claims[name] ?? '')
    return {
      sid: text('sid'),
      authTime: Number(claims.auth_time ?? claims.iat ?? 0),
      userId: text('user_id'),
      username: text('username'),
      email: text('email'),
      tenantId: text('tenant_id'),
      tenantName: text('tenant_name'),
      role: text('role'),
    }
  } catch {
    return undefined
  }
}

/** Whether a person is an administrator, by the token. */
export function isAdministrator({ role }: Pick<Claims, 'role'>): boolean {
  return role === 'company_admin' || role === 'super_admin'
}
