/** Editions of the interface, oldest first: a later one has all of the earlier. */
export const editions = ['1.1.0', '1.2.0'] as const

/** One of them. */
export type Edition = (typeof editions)[number]

/** The one that is served unless an operator asks for another. */
export const newestEdition: Edition = editions.at(-1) ?? editions[0]

/** Something of the interface, and the edition that brought it. */
export interface Feature {
  /** The first edition that has it. */
  readonly since: Edition
}

/** Whether an edition has something. */
export function isPartOf(edition: Edition, { since }: Feature): boolean {
  return editions.indexOf(since) <= editions.indexOf(edition)
}

/** Signing in with an external provider, whose routes are not operations of the table. */
export const providerSignIn: Feature = { since: '1.2.0' }
