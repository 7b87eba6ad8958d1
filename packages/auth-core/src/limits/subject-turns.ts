import type { Entrant } from '../ports/admission.ts'

/** An attempt at a subject. */
interface AtSubject {
  /** Who makes it. */
  readonly entrant: Entrant
}

/** Knows at which subjects an attempt is at work. */
export interface SubjectTurns<Attempt extends AtSubject> {
  /** Whether no other attempt is at work at its subject. */
  mayWork(attempt: Attempt): boolean
  /** Its work begins. Does nothing for one that works already. */
  begin(attempt: Attempt): void
  /** It is over. */
  end(attempt: Attempt): void
}

/**
 * Lets attempts at one subject work one after another: a credential store may have them wait for each other,
 * and those that wait there would take the places of everyone else (T-105). Strangers are no obstacle to
 * those that the subject is known to come from.
 */
export function createSubjectTurns<Attempt extends AtSubject>(): SubjectTurns<Attempt> {
  const atWork = { known: new Map<string, Attempt>(), strangers: new Map<string, Attempt>() }
  const peersOf = ({ isKnown }: Entrant) => (isKnown ? atWork.known : atWork.strangers)
  return {
    mayWork(attempt) {
      const { entrant } = attempt
      const first = peersOf(entrant).get(entrant.subject ?? '')
      return first === undefined || first === attempt
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
