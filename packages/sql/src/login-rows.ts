import type { ClientType, OneTimePurpose } from '@gatehouse/auth-core/ports'

/** The code that an account was sent: at most one for each account. */
export interface OtpChallengeRow {
  /** `accounts.id` of the account that the code opens; unique. */
  account_id: string
  /** Part of what the digest is made of. */
  id: string
  /** Keyed hash of `id` and the code. */
  code_digest: string
  /** When the code was made; epoch milliseconds. */
  created_at: number
  /** Not accepted at or after this moment; epoch milliseconds. */
  expires_at: number
  /** `Requester.network` of the login; `null` when a release that knew none stored it. */
  network: string | null
  /** Guesses left to those who show a session token of the login. */
  owner_guesses: number
  /** Guesses left to all others. */
  stranger_guesses: number
  /** The mail that brings the code. */
  mail_id: string
  /** JSON. */
  proof: string
}

/** A link in a mail. `claimed_by` and `claimed_until` are the core's `lease`. */
export interface OneTimeTokenRow {
  /** Keyed hash of the token; unique for its purpose. */
  digest: string
  /** The one thing it is good for. */
  purpose: OneTimePurpose
  /** `accounts.id` of the account it acts on. */
  account_id: string
  /** When it was issued; epoch milliseconds. */
  created_at: number
  /** Not accepted at or after this moment; epoch milliseconds. */
  expires_at: number
  /** When the lease ends, in epoch milliseconds; `null` without one. */
  claimed_until: number | null
  /** A replica; `null` also where an older release has leased it. */
  claimed_by: string | null
}

/** A session. */
export interface SessionRow {
  /** `sid` in its access tokens. */
  id: string
  /** The login that opened it; empty when a release that knew none did. */
  login_id: string
  /** `accounts.id` of the account that signed in. */
  account_id: string
  /** `tenants.id` of its organization. */
  tenant_id: string
  /** The client type of the login; `source` in its access tokens. */
  client: ClientType
  /** When a credential was checked; epoch milliseconds. */
  auth_time: number
  /** When its newest access token was issued; epoch milliseconds. */
  issued_at: number
  /** When that token expires; epoch milliseconds. */
  expires_at: number
  /** `Requester.network` of the login; empty when a release that knew none stored it. */
  network: string
  /** `User-Agent` of the login, shortened; empty when a release that knew none stored it. */
  user_agent: string
  /** When it was opened, in epoch milliseconds; `null` when a release that knew none stored it. */
  created_at: number | null
  /** When it was last refreshed, in epoch milliseconds; `null` as above. */
  last_seen_at: number | null
  /** When it was ended, in epoch milliseconds; `null` while it can be refreshed. */
  ended_at: number | null
}

/** A key that signs tokens. */
export interface SigningKeyRow {
  /** Named in the header of each token it signed (RFC 7515, section 4.1.4). */
  kid: string
  /** Sealed. */
  secret: string
  /** It signs from this moment on, until a newer one does; epoch milliseconds. */
  active_from: number
  /**
   * Accepted until then whatever else holds, in epoch milliseconds; `null` leaves it to the
   * rotation.
   */
  accepted_until: number | null
  /** Nothing it signed is accepted from then on; epoch milliseconds, `null` unless withdrawn. */
  revoked_at: number | null
}
