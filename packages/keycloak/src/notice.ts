/** Something about Keycloak that its operator should know; no secrets in it. */
export interface Notice {
  readonly kind: /** Every account of ours should be able to sign in, but this one has a required action. */
    | 'account_not_set_up'
    /** Keycloak's own protection against guessing has locked a user. */
    | 'account_locked'
    /** Keycloak knows another user by the name of one of ours. */
    | 'account_replaced'
    /** A realm of ours is gone. */
    | 'realm_missing'
    /** A realm does not accept its account of ours. */
    | 'realm_refuses_us'
    /** A session could not be ended; it ends by itself a minute later. */
    | 'session_left'
  readonly realm: string
}

/** Takes notices, for a log or a metric. */
export type NoticeSink = (notice: Notice) => void
