/** The requests and answers of the auth API, in the wire's words. */

/** An organization that was offered. */
export interface TenantEntry {
  /** The id for choosing it (`POST /api/auth/select-tenant`). */
  readonly tenant_id: string
  /** The display name of the organization. */
  readonly tenant_name: string
  /** The person's username in the organization. */
  readonly username: string
  /** The id of the person's account in the organization. */
  readonly user_id: string
}

/** The signed-in user. `api_key` is for machine agents and is not used to sign in. */
export interface User {
  /** The id of the account; one email has a different one in each organization. */
  readonly id: string
  /** Lower case, unique in the whole service. */
  readonly username: string
  /** The address as the person typed it. */
  readonly email: string
  /** First name, for greetings. */
  readonly first_name: string
  /** Last name; may be empty. */
  readonly last_name: string
  /** The organization that is entered. */
  readonly tenant_id: string
  /** What people call that organization. */
  readonly tenant_name: string
  /** The role in the organization: `super_admin`, `company_admin` or `user`. */
  readonly role: string
  /** Role on single machines; may be empty. */
  readonly machine_role: string
  /** Groups as the credential store reports them; may be empty. */
  readonly groups: readonly string[]
  /** Whether the address is confirmed. */
  readonly email_verified: boolean
  /** The key that machine agents show to the backend. Secret. */
  readonly api_key: string
}

/** A full token answer. `expires_in` is in seconds. */
export interface TokenAnswer {
  /** The access token, a JWT (RFC 7519). */
  readonly token: string
  /** The user of the token. */
  readonly user: User
  /** Lifetime of the token in seconds. */
  readonly expires_in: number
  /** The session token, which enters other organizations for a while without a password. */
  readonly session_token: string
  /** The organizations that can be entered, this one too. */
  readonly available_tenants: readonly TenantEntry[]
}

/** A code was mailed; after a login, the answer also has the tenant and a session token. */
export interface OtpAnswer {
  /** Marks this answer. */
  readonly requires_otp: true
  /** The username of the account; sent back with the code. */
  readonly username: string
  /** Whole minutes for which the code is valid. */
  readonly otp_expires_in_min: number
  /** Seconds until the code may be sent again. */
  readonly resend_after: number
  /** The organization that the code opens; from the login alone. */
  readonly tenants?: readonly TenantEntry[]
  /** Proves that this browser started the login; only after a login. */
  readonly session_token?: string
}

/** Several organizations accepted the password. */
export interface SelectionAnswer {
  /** Marks this answer. */
  readonly requires_tenant_selection: true
  /** The organizations to choose from. */
  readonly tenants: readonly TenantEntry[]
  /** The session token, sent back with the choice instead of the password. */
  readonly session_token: string
}

/** The answer to a login, or to the choice of a tenant. */
export type LoginAnswer = TokenAnswer | OtpAnswer | SelectionAnswer

/** `POST /api/auth/refresh` */
export interface RefreshAnswer {
  /** The new access token, a JWT (RFC 7519). */
  readonly token: string
  /** Lifetime of the token in seconds. */
  readonly expires_in: number
}

/** A page of a list. */
export interface ListAnswer<Item> {
  /** The entries of this page. */
  readonly items: readonly Item[]
  /** The cursor of the next page; `null` on the last one. */
  readonly next_cursor: string | null
}

/** A machine of the backend, with the fields that the page shows. */
export interface Machine {
  /** The backend's id of the machine; part of the address of its terminal. */
  readonly id: string
  /** The display name. */
  readonly name: string
  /** The operating system; not set where the backend does not send it. */
  readonly os?: string
  /** The backend's word for the state, such as `online`; not set where it does not send one. */
  readonly status?: string
}
