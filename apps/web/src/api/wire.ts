/** What the auth API takes and answers, by the names of the wire. */

/** An organization that was offered. */
export interface TenantEntry {
  readonly tenant_id: string
  readonly tenant_name: string
  readonly username: string
  readonly user_id: string
}

/** Who is signed in. `api_key` is for machine agents and opens nothing here. */
export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly tenant_id: string
  readonly tenant_name: string
  readonly role: string
  readonly machine_role: string
  readonly groups: readonly string[]
  readonly email_verified: boolean
  readonly api_key: string
}

/** A full token answer. `expires_in` is in seconds. */
export interface TokenAnswer {
  readonly token: string
  readonly user: User
  readonly expires_in: number
  readonly session_token: string
  readonly available_tenants: readonly TenantEntry[]
}

/** A code is on its way by mail; from the login it comes with the tenant and a session token. */
export interface OtpAnswer {
  readonly requires_otp: true
  readonly username: string
  readonly otp_expires_in_min: number
  readonly tenants?: readonly TenantEntry[]
  readonly session_token?: string
}

/** Several organizations took the password. */
export interface SelectionAnswer {
  readonly requires_tenant_selection: true
  readonly tenants: readonly TenantEntry[]
  readonly session_token: string
}

/** Where a login or the choice of a tenant leads. */
export type LoginAnswer = TokenAnswer | OtpAnswer | SelectionAnswer

/** `POST /api/auth/refresh` */
export interface RefreshAnswer {
  readonly token: string
  readonly expires_in: number
}

/** A machine of the backend, as far as the page shows it. */
export interface Machine {
  readonly id: string
  readonly name: string
  readonly os?: string
  readonly status?: string
}

/** Which account a verification mail is about. */
export interface VerificationAnswer {
  readonly organization: string
  readonly username: string
  readonly email: string
}
