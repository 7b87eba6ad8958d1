import type { ClientType, OneTimePurpose } from '@gatehouse/auth-core/ports'

/** The pending code of an account: at most one for each. */
export interface OtpChallengeRow {
  /** `accounts.id` of the account that the code opens; unique. */
  account_id: string
  /** Part of the input of the digest. */
  id: string
  /** Keyed hash of `id` and the code. */
  code_digest: string
  /** When the code was made; epoch milliseconds. */
  created_at: number
  /** Not accepted at or after this moment; epoch milliseconds. */
  expires_at: number
  /** `Requester.network` of the login; `null` when an older release stored it. */
  network: string | null
  /** Guesses left for clients with a session token of the login, or in its network. */
  owner_guesses: number
  /** Guesses left for all other clients. */
  stranger_guesses: number
  /** The mail with the code. */
  mail_id: string
  /** As JSON text. */
  proof: string
}

/** A link in a mail. `claimed_by` and `claimed_until` are the core's `lease`. */
export interface OneTimeTokenRow {
  /** Keyed hash of the token; unique for its purpose. */
  digest: string
  /** The only purpose that it is valid for. */
  purpose: OneTimePurpose
  /** `accounts.id` of the account it acts on. */
  account_id: string
  /** When it was issued; epoch milliseconds. */
  created_at: number
  /** Not accepted at or after this moment; epoch milliseconds. */
  expires_at: number
  /** When the lease ends, in epoch milliseconds; `null` without one. */
  claimed_until: number | null
  /** The replica that holds the lease; `null` also where an older release leased it. */
  claimed_by: string | null
}

/** A session. */
export interface SessionRow {
  /** `sid` in its access tokens. */
  id: string
  /** The login that opened it; empty when an older release did. */
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
  /** The latest expiry of its access tokens; epoch milliseconds. */
  expires_at: number
  /** `Requester.network` of the login; empty when an older release stored it. */
  network: string
  /** `User-Agent` of the login, shortened; empty when an older release stored it. */
  user_agent: string
  /** When it was opened, in epoch milliseconds; `null` when an older release stored it. */
  created_at: number | null
  /** When it was last refreshed, in epoch milliseconds; `null` when an older release stored it. */
  last_seen_at: number | null
  /** When it was ended, in epoch milliseconds; `null` while it can be refreshed. */
  ended_at: number | null
}

/** A key that signs tokens. */
export interface SigningKeyRow {
  /** The key's id, in the header of each token that it signed (RFC 7515, section 4.1.4). */
  kid: string
  /** Encrypted by the sealer. */
  secret: string
  /** The key signs from this moment on, until a newer key does; epoch milliseconds. */
  active_from: number
  /**
   * The key is accepted until this moment in any case, in epoch milliseconds; `null` leaves it to the
   * rotation.
   */
  accepted_until: number | null
  /**
   * No token that it signed is accepted from this moment on, in epoch milliseconds; `null` unless revoked.
   */
  revoked_at: number | null
}
