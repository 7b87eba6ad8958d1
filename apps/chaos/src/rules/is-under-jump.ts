import type { Attempt, Evidence, FaultKind } from '../evidence.ts'
import { overlap } from './overlap.ts'

const kinds: readonly FaultKind[] = ['clock jump', 'jump of all clocks', 'kill in a jump']

/**
 * Whether the clock of a gateway was wrong within a period. What such a gateway says of ages and ends is
 * not held against it; what has ended for another reason, and what happens twice or in part, is.
 */
export function isUnderJump(
  faults: Evidence['faults'],
  period: Pick<Attempt, 'sentAt' | 'endedAt'>,
): boolean {
  return faults.some((fault) => kinds.includes(fault.kind) && overlap(period, fault))
}
