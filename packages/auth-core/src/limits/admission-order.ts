/** What one network has in an admission at the moment. */
export interface NetworkShare {
  /** Attempts that are admitted, waiting ones included. */
  attempts: number
  /** Pieces of work that are running. */
  underWay: number
  /** The number of its latest turn; 0 before its first. */
  lastTurn: number
}

/** The parts of an admitted attempt that decide its turn. */
export interface Ranked {
  /** Whether its subject is known to come from its network. */
  readonly isKnown: boolean
  /** The share of its network so far. */
  readonly share: NetworkShare
  /** Whether a piece of its work has started. */
  readonly hasBegun: boolean
  /** The pieces of its work that wait for their turn. */
  readonly waiting: { readonly length: number }
}

/** One turn in so many goes to a stranger first. Otherwise a few accounts could block all others. */
const turnsPerStranger = 4

/**
 * Whose turn it is: known ones first, then networks in turn, then in the order they came.
 *
 * @param attempts In the order they came.
 * @param turn The number of the turn.
 */
export function whoIsNext<QueuedAttempt extends Ranked>(
  attempts: Iterable<QueuedAttempt>,
  turn: number,
): QueuedAttempt | undefined {
  const knownFirst = turn % turnsPerStranger !== 0
  let first: QueuedAttempt | undefined
  for (const attempt of attempts) {
    if (attempt.waiting.length === 0) continue
    if (first === undefined || isBefore(attempt, first, knownFirst)) first = attempt
  }
  return first
}

function isBefore(one: Ranked, other: Ranked, knownFirst: boolean): boolean {
  if (one.isKnown !== other.isKnown) return one.isKnown === knownFirst
  if (one.share.underWay !== other.share.underWay) {
    return one.share.underWay < other.share.underWay
  }
  return one.share.lastTurn < other.share.lastTurn
}

/** An attempt that asks to be admitted while all places are taken. */
export interface Newcomer {
  /** Whether its subject is known to come from its network. */
  readonly isKnown: boolean
  /** How many attempts of its network are admitted already. */
  readonly attempts: number
}

/**
 * Who gives way to a newcomer: one whose work has not begun, and who is a stranger where the newcomer
 * is known, or whose network has at least two more. Of those the last of the network with most.
 *
 * @param attempts In the order they came.
 */
export function whoGivesWay<QueuedAttempt extends Ranked>(
  attempts: Iterable<QueuedAttempt>,
  newcomer: Newcomer,
): QueuedAttempt | undefined {
  let last: QueuedAttempt | undefined
  for (const attempt of attempts) {
    if (attempt.hasBegun || !mayBeDisplaced(attempt, newcomer)) continue
    if (last === undefined || !ranksAbove(attempt, last)) last = attempt
  }
  return last
}

function mayBeDisplaced({ isKnown, share }: Ranked, newcomer: Newcomer): boolean {
  if (isKnown !== newcomer.isKnown) return newcomer.isKnown
  return share.attempts > newcomer.attempts + 1
}

function ranksAbove(one: Ranked, other: Ranked): boolean {
  if (one.isKnown !== other.isKnown) return one.isKnown
  return one.share.attempts < other.share.attempts
}
