/** The kinds of notices. */
type NoticeKind =
  /** A user cannot sign in because Keycloak demands a required action. */
  | 'account_not_set_up'
  /** Keycloak's own protection against guessing has locked a user. */
  | 'account_locked'
  /** Keycloak has another user under the name of one of our accounts. */
  | 'account_replaced'
  /** A realm of ours is missing. */
  | 'realm_missing'
  /** A realm does not accept our account in it. */
  | 'realm_refuses_us'
  /** A session could not be ended; it ends by itself a minute later. */
  | 'session_left'

/** Something about Keycloak that its operator should know; no secrets in it. */
export interface Notice {
  /** The kind of notice, from a closed list. */
  readonly kind: NoticeKind
  /** The name of the realm. */
  readonly realm: string
}

/** Takes notices, for a log or a metric. */
export type NoticeSink = (notice: Notice) => void
