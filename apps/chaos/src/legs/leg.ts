import type { Actor } from '../actor.ts'
import type { LegName, OpenLeg, StoreName } from '../chaos-environment.ts'
import type { FaultKind } from '../evidence.ts'
import type { Rule } from '../rules/rule.ts'

/** A part that the chaos test takes in besides gateways on a database, with what is done to it. */
export interface Leg {
  readonly name: LegName
  /** The only store that it is for; any unless given. */
  readonly store?: StoreName
  /** How many gateways there are on PostgreSQL; three unless given. */
  readonly gateways?: number
  /** What people do who only come with it. */
  readonly flows?: readonly ((actor: Actor) => Promise<void>)[]
  /** The most of what people otherwise do at the same time; all unless given. */
  readonly maxFlows?: number
  /** What must hold besides. */
  readonly rules?: Readonly<Record<string, Rule>>
  /** The faults of its first round. */
  readonly round: readonly FaultKind[]
  /** What is missing here to run it, as a sentence; `undefined` for nothing. */
  missing?(): string | undefined
  /** Ends what its runs have shared, after the last one. */
  close?(): Promise<void>
  /** Opens it, before the gateways are started. */
  open(opening: Opening): Promise<OpenLeg>
}

/** What a leg is opened with. */
export interface Opening {
  /** The address at which clients reach the gateways. */
  readonly url: string
  /** Has this done in the end, the last first. */
  later(end: () => unknown): void
}
