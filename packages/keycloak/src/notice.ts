/** What happened. */
type NoticeKind =
  /** A user of ours cannot sign in because Keycloak has a required action for it. */
  | 'account_not_set_up'
  /** Keycloak's own protection against guessing has locked a user. */
  | 'account_locked'
  /** Keycloak knows another user by the name of one of ours. */
  | 'account_replaced'
  /** A realm of ours is gone. */
  | 'realm_missing'
  /** A realm does not accept the account through which we act in it. */
  | 'realm_refuses_us'
  /** A session could not be ended; it ends by itself a minute later. */
  | 'session_left'

/** Something about Keycloak that its operator should know; no secrets in it. */
export interface Notice {
  /** What was noticed, from a closed list. */
  readonly kind: NoticeKind
  /** Where it happened. */
  readonly realm: string
}

/** Takes notices, for a log or a metric. */
export type NoticeSink = (notice: Notice) => void
