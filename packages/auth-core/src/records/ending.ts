/**
 * A session or login that ended, or whose tokens became stale, before they expired. Kept until none of its
 * tokens could be valid.
 */
export interface Ending {
  /** The subject: a session (`sid`), or a login with all its sessions (`lid`). */
  readonly subject: 'session' | 'login'
  /** The `Session.id` or `Session.loginId`. */
  readonly id: string
  /**
   * `ended`: no token is accepted. `stale`: tokens issued until `at` must be refreshed, because the rights of
   * the account changed.
   */
  readonly kind: 'ended' | 'stale'
  /** When the subject ended; or up to which `iat` its tokens are stale: that of the newest. */
  readonly at: Date
  /** The end of this record: no token that it concerns is valid at or after this moment. */
  readonly until: Date
}
