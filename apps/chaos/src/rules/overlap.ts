import type { Attempt, Fault } from '../evidence.ts'

/** Whether two periods overlap. */
export function overlap(
  { sentAt, endedAt }: Pick<Attempt, 'sentAt' | 'endedAt'>,
  fault: Pick<Fault, 'beganAt' | 'endedAt'>,
): boolean {
  return sentAt <= fault.endedAt && endedAt >= fault.beganAt
}
