import type { Entrant } from '../ports/admission.ts'

/** An attempt at a subject. */
interface AtSubject {
  /** Who makes it. */
  readonly entrant: Entrant
}

/** Knows at which subjects an attempt is at work. */
export interface SubjectTurns<Attempt extends AtSubject> {
  /** Whether its work may begin, as far as its subject is concerned. */
  mayWork(attempt: Attempt): boolean
  /** Its work begins. Does nothing for one that works already. */
  begin(attempt: Attempt): void
  /** It is over. */
  end(attempt: Attempt): void
}

/**
 * Lets attempts at one subject work one after another: a credential store may have them wait for each other,
 * and those that wait there would take the places of everyone else (T-105). Strangers are no obstacle to
 * those that the subject is known to come from, and do not begin beside one, whom they would slow down there.
 */
export function createSubjectTurns<Attempt extends AtSubject>(): SubjectTurns<Attempt> {
  const atWork = { known: new Map<string, Attempt>(), strangers: new Map<string, Attempt>() }
  const peersOf = ({ isKnown }: Entrant) => (isKnown ? atWork.known : atWork.strangers)
  return {
    mayWork(attempt) {
      const { isKnown, subject = '' } = attempt.entrant
      const first = peersOf(attempt.entrant).get(subject)
      if (first !== undefined) return first === attempt
      return isKnown || !atWork.known.has(subject)
    },
    begin(attempt) {
      const { entrant } = attempt
      if (entrant.subject !== undefined) peersOf(entrant).set(entrant.subject, attempt)
    },
    end(attempt) {
      const { subject = '' } = attempt.entrant
      const peers = peersOf(attempt.entrant)
      if (peers.get(subject) === attempt) peers.delete(subject)
    },
  }
}
