/**
 * Something that ended, or whose tokens went stale, before they expired. It is kept until none of
 * them could live any more.
 */
export interface Ending {
  /** A session (`sid`), or a login with all sessions that came of it (`lid`). */
  readonly subject: 'session' | 'login'
  /** The `Session.id` or `Session.loginId`. */
  readonly id: string
  /**
   * `ended`: nothing of it is let through. `stale`: what was issued until `at` is to be renewed, since
   * its holder's rights are others now.
   */
  readonly kind: 'ended' | 'stale'
  /** When it ended, or since when its tokens are stale. */
  readonly at: Date
  /** No token that it concerns lives at or after this moment. */
  readonly until: Date
}
