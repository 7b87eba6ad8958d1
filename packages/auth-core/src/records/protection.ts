/** The protections of an organization that a change can lower. */
export const protections = [
  /** Browsers are no longer asked for a one-time code. */
  'codes_off',
  /** A client type is asked for no code that was asked before. */
  'clients_exempted',
  /** Sessions may last longer. */
  'session_lengthened',
  /** An account administers that did not: by another role, an invitation, or being enabled. */
  'role_raised',
] as const

/** A protection that is lower than before. */
export type LoweredProtection = (typeof protections)[number]
