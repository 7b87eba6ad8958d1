import type { Fault } from '../evidence.ts'

/**
 * A gateway learns nothing without the database. So this is the moment itself, or the end of the last
 * database fault that began before the gateway had to know.
 *
 * @param graceMs Milliseconds after the moment by which a gateway has to know.
 */
export function whenDatabaseWorked(
  moment: number,
  faults: readonly Fault[],
  graceMs: number,
): number {
  return faults
    .filter(({ kind, beganAt }) => isOfDatabase(kind) && beganAt < moment + graceMs)
    .reduce((latest, { endedAt }) => Math.max(latest, endedAt), moment)
}

function isOfDatabase(kind: Fault['kind']): boolean {
  return ['database restart', 'database outage', 'cut', 'delay'].includes(kind)
}
