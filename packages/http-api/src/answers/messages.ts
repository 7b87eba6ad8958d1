/** The messages of answers that hold nothing else, by the kind of the outcome. */
export const told = {
  organization_reopened: 'The organization is open again. Its people can log in.',
  email_verified: 'Your email address is confirmed.',
  // The token stays usable until it expires, so the text does not say that it is revoked.
  logged_out: 'You are logged out. This session cannot be refreshed any more.',
  session_kept: 'This browser keeps the session until it ends.',
  session_forgotten: 'This browser keeps no session.',
  reset_requested: 'If there is an account with this address, we have sent a mail to it.',
  password_changed: 'Your password has been changed. All other sessions have ended.',
  session_ended: 'The session has ended.',
  other_sessions_ended: 'All other sessions have ended.',
  api_key_revoked: 'The API key does not work any more.',
  password_reset: 'Your password has been changed. You can log in with it now.',
  member_removed: 'The member has been removed.',
  member_sessions_ended: 'The member is signed out everywhere.',
  account_deleted: 'Your account has been deleted.',
  invitation_revoked: 'The invitation is taken back. Its link works no longer.',
} as const

/** The messages of answers that also hold other fields. */
export const messages = {
  organization_closed:
    'The organization is closed. A link in the mail to its administrators takes it back.',
  verification_resent:
    'If your address is not confirmed yet, we have sent the mail that confirms it again.',
  signed_up: 'Your organization is ready. We have sent you a mail to confirm your address.',
  invitation_accepted: 'You are a member now. You can log in with your password.',
} as const
