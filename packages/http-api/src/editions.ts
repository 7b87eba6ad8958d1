/** Editions of the interface, oldest first: a later one has all of the earlier. */
export const editions = ['1.1.0', '1.2.0'] as const

/** One edition of the interface. */
export type Edition = (typeof editions)[number]

/** The edition that is served unless an operator sets another. */
export const newestEdition: Edition = editions.at(-1) ?? editions[0]

/** A part of the interface, and the edition that introduced it. */
export interface Feature {
  /** The first edition with this part. */
  readonly since: Edition
}

/** Whether an edition includes a feature. */
export function isPartOf(edition: Edition, { since }: Feature): boolean {
  return editions.indexOf(since) <= editions.indexOf(edition)
}

/** Signing in with an external provider, whose routes are not operations of the table. */
export const providerSignIn: Feature = { since: '1.2.0' }
