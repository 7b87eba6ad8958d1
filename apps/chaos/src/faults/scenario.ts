import type { Need } from './needs.ts'
import type { Rig } from './rig.ts'

/** A fault, and what must hold all the same. */
export interface Scenario {
  /** Short and unique, as `--only` has it. */
  readonly id: string
  /** What it is about, in a few words. */
  readonly name: string
  /** What is done, in one sentence. */
  readonly does: string
  /** What must hold, in one sentence. */
  readonly holds: string
  /** What it cannot be run without. */
  readonly needs?: readonly Need[]
  /** It takes all of the machine: no other scenario is run beside it. */
  readonly isAlone?: boolean
  /** Does it, and says by `rig.check` what was seen. */
  run(rig: Rig): Promise<void>
}

/** How one run of a scenario ended. */
export type Verdict =
  | 'held'
  /** Something that must hold did not. */
  | 'broken'
  /** It could not be checked: the surroundings failed, not the gateway. */
  | 'failed'
  /** Something that it needs is missing. */
  | 'skipped'

/** What came of one run. */
export interface Outcome {
  readonly id: string
  readonly verdict: Verdict
  /** What was seen, a line each; those that broke a promise first. */
  readonly evidence: readonly string[]
  readonly seconds: number
  /** The seed that it drew from. */
  readonly seed: number
  /** Warnings and errors that its gateways logged; kept of a run that did not hold. */
  readonly warnings: readonly string[]
}
