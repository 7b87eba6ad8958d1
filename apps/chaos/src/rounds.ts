import type { StoreName } from './chaos-environment.ts'
import type { FaultKind } from './evidence.ts'
import { databaseFaults, faultKinds } from './faults.ts'
import type { Leg } from './legs/leg.ts'

/** Which faults happen, and which of them at the same time. */
export interface Rounds {
  /** Each alone. */
  readonly first: readonly (readonly FaultKind[])[]
  /** Also two at the same time. */
  readonly later: readonly (readonly FaultKind[])[]
}

const pairs: readonly (readonly FaultKind[])[] = [
  ['kill', 'database restart'],
  ['kill', 'database outage'],
  ['kill', 'cut'],
  ['kill', 'delay'],
  ['drain', 'database restart'],
  ['cut', 'delay'],
]

/** The rounds of a run: those of its leg, or of everything else. */
export function roundsOf(
  { leg, isShort = false }: { readonly leg?: Leg | undefined; readonly isShort?: boolean },
  store: StoreName,
): Rounds {
  const all: readonly FaultKind[] = leg?.round ?? [...faultKinds, 'kill', 'cut']
  const kinds = all.filter((kind) => store === 'postgres' || !databaseFaults.includes(kind))
  const own = kinds.filter((kind) => !(faultKinds as readonly FaultKind[]).includes(kind))
  const first = (isShort ? [...new Set(own)] : kinds).map((kind) => [kind])
  const withKill = own.map((kind): readonly FaultKind[] => ['kill', kind])
  const together = leg ? withKill : pairs
  return { first, later: store === 'postgres' ? [...first, ...together] : first }
}
