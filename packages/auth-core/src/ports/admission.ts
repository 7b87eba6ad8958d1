/** An attempt that wants to be let in. */
export interface Entrant {
  /** `Requester.network`. */
  readonly network: string
  /** Whom it is about. Without one, `maxPerSubject` does not hold. */
  readonly subject?: string
  /** Whether the subject is known to come from this network. It is served first then. */
  readonly isKnown: boolean
  /** How many pieces of work it takes, at least 1. */
  readonly units: number
  /** `Requester.signal`. */
  readonly signal?: { readonly aborted: boolean } | undefined
}

/** What one is told that is not let in, or loses its place. A refusal like those of the use cases. */
export interface NotAdmitted {
  /** Says which outcome this is. */
  readonly kind: 'refused'
  /** Why. */
  readonly refusal: 'overloaded' | 'rate_limited'
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number
}

/** Does one piece of work when its turn comes, and settles as it does. After a failure there is no other. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How busy an admission is. */
export interface AdmissionUse {
  /** Pieces of work under way. */
  readonly underWay: number
  /** Pieces of work that wait for their turn. */
  readonly waiting: number
}

/**
 * Decides who may have costly work done, and whose turn it is (T-90). What waits is bounded, and
 * turns go round over networks, known ones first. Work whose client is gone is not begun.
 */
export interface Admission {
  /**
   * Lets an attempt in and has its work done, piece by piece as its turns come.
   *
   * @returns What `work` resolves to, or a refusal. `overloaded`: the network has as many attempts
   *   in as it may, too much waits, or the client is gone. `rate_limited`: as many strangers are at
   *   this subject as may be (T-105). No further piece of the work is begun then.
   */
  admit<Result>(
    entrant: Entrant,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result | NotAdmitted>

  /** How busy it is at the moment. */
  use(): AdmissionUse
}

/** The queues before the credential store: two, so that neither kind of work keeps the other waiting. */
export interface PasswordAdmission {
  /** For logins, which check passwords. */
  readonly check: Admission
  /** For sign-ups and resets, which set them. */
  readonly set: Admission
}
