/** What the auth API takes and answers, by the names of the wire. */

/** An organization that was offered. */
export interface TenantEntry {
  /** The id to choose it by (`POST /api/auth/select-tenant`). */
  readonly tenant_id: string
  /** What people call the organization. */
  readonly tenant_name: string
  /** The person's username in it. */
  readonly username: string
  /** The id of the person's account in it. */
  readonly user_id: string
}

/** Who is signed in. `api_key` is for machine agents and opens nothing here. */
export interface User {
  /** The id of the account; one email has another in each organization. */
  readonly id: string
  /** Lower case, unique in the whole service. */
  readonly username: string
  /** As the person gave it. */
  readonly email: string
  /** For greetings. */
  readonly first_name: string
  /** May be empty. */
  readonly last_name: string
  /** The organization that is entered. */
  readonly tenant_id: string
  /** What people call that organization. */
  readonly tenant_name: string
  /** Role in the organization, as `super_admin`, `company_admin`, `user`. */
  readonly role: string
  /** Role on single machines; may be empty. */
  readonly machine_role: string
  /** Groups as the credential store reports them; may be empty. */
  readonly groups: readonly string[]
  /** Whether the person has confirmed the address. */
  readonly email_verified: boolean
  /** What an agent on a machine shows to the backend. Secret. */
  readonly api_key: string
}

/** A full token answer. `expires_in` is in seconds. */
export interface TokenAnswer {
  /** The access token, a JWT (RFC 7519). */
  readonly token: string
  /** Whom the token stands for. */
  readonly user: User
  /** Seconds for which the token is good. */
  readonly expires_in: number
  /** Enters the other organizations for a while, without a password. */
  readonly session_token: string
  /** The organizations that can be entered, this one too. */
  readonly available_tenants: readonly TenantEntry[]
}

/** A code is on its way by mail; from the login it comes with the tenant and a session token. */
export interface OtpAnswer {
  /** Tells it from the other answers. */
  readonly requires_otp: true
  /** Whose code it is; goes back with the code. */
  readonly username: string
  /** Whole minutes for which the code is good. */
  readonly otp_expires_in_min: number
  /** Seconds until the code may be sent again. */
  readonly resend_after: number
  /** The organization that the code opens; from the login alone. */
  readonly tenants?: readonly TenantEntry[]
  /** Shows that this browser began the login; from the login alone. */
  readonly session_token?: string
}

/** Several organizations took the password. */
export interface SelectionAnswer {
  /** Tells it from the other answers. */
  readonly requires_tenant_selection: true
  /** The organizations to choose from. */
  readonly tenants: readonly TenantEntry[]
  /** Goes back with the choice, in place of the password. */
  readonly session_token: string
}

/** Where a login or the choice of a tenant leads. */
export type LoginAnswer = TokenAnswer | OtpAnswer | SelectionAnswer

/** `POST /api/auth/refresh` */
export interface RefreshAnswer {
  /** The new access token, a JWT (RFC 7519). */
  readonly token: string
  /** Seconds for which it is good. */
  readonly expires_in: number
}

/** A page of a list. The cursor asks for the next one. */
export interface ListAnswer<Item> {
  /** What is on this page. */
  readonly items: readonly Item[]
  /** Asks for the next page; none on the last one. */
  readonly next_cursor: string | null
}

/** A machine of the backend, as far as the page shows it. */
export interface Machine {
  /** The backend's id of the machine; part of the address of its terminal. */
  readonly id: string
  /** What people call it. */
  readonly name: string
  /** Its operating system; left out where the backend does not say. */
  readonly os?: string
  /** A word of the backend, such as `online`; left out where it does not say. */
  readonly status?: string
}
