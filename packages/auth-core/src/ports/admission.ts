/** An attempt that asks to be admitted. */
export interface Entrant {
  /** `Requester.network`. */
  readonly network: string
  /**
   * The subject of the attempt: those at one subject run one after another. A known one may begin beside a
   * stranger, and not the other way round. Without one, neither this nor `maxPerSubject` applies.
   */
  readonly subject?: string
  /** Whether the subject is known to come from this network; known ones are served first. */
  readonly isKnown: boolean
  /** The number of pieces of work that it takes, at least 1. */
  readonly units: number
  /** `Requester.signal`. */
  readonly signal?: { readonly aborted: boolean } | undefined
}

/** The refusal of an attempt that is not admitted, or loses its place. */
export interface NotAdmitted {
  /** The kind of this outcome. */
  readonly kind: 'refused'
  /** The reason. */
  readonly refusal: 'overloaded' | 'rate_limited'
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number
}

/**
 * Runs one piece of work when its turn comes, and settles as the work does. After a failure no further piece
 * runs.
 */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The load of an admission. */
export interface AdmissionUse {
  /** Pieces of work that are running. */
  readonly underWay: number
  /** Pieces of work that wait for their turn. */
  readonly waiting: number
}

/**
 * Decides which attempts may have costly work done, and in which order (T-90). The number of waiting pieces
 * is bounded. Networks take turns, known ones first. An attempt whose client is gone does not begin; one that has
 * begun goes on.
 */
export interface Admission {
  /**
   * Admits an attempt and runs its work, one piece at each of its turns.
   *
   * @returns What `work` resolves to, or a refusal. `overloaded`: the network has its largest number of
   * attempts, too much work waits, it has waited for too long, or the client is gone. `rate_limited`: the largest number of strangers is
   * at this subject (T-105). After a refusal no further piece of the work starts.
   */
  admit<Result>(
    entrant: Entrant,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result | NotAdmitted>

  /**
   * The refusal that an attempt would get now; `null` when it would be admitted. A flood is refused by it
   * before anything is read or counted.
   */
  refusalFor(entrant: Entrant): NotAdmitted | null

  /** The load at the moment. */
  use(): AdmissionUse
}

/** The queues before the credential store: two, so that neither kind of work keeps the other waiting. */
export interface PasswordAdmission {
  /** For logins, which check passwords. */
  readonly check: Admission
  /** For sign-ups and resets, which set passwords. */
  readonly set: Admission
}
