/** Whose a request or a terminal is: what caps count by. */
export interface Party {
  /** The account. */
  readonly userId: string
  /** Its organization. */
  readonly tenantId: string
  /** Where it comes from, as the service counts networks: an IPv4 address or an IPv6 /64, for instance. */
  readonly network: string
}

/** How much of something one account, organization or network may have at once. */
export interface PartyCaps {
  /** For one account. */
  readonly perUser: number
  /** For one organization. */
  readonly perTenant: number
  /** For one network. */
  readonly perNetwork: number
}
