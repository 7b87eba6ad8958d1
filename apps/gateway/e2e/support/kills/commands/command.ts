import type { KillEnvironment, Outcome } from '../kill-environment.ts'
import type { Organization } from '../organization.ts'
import type { KillPoint } from '../steps.ts'

/** Where a command is tried. */
export interface Scene {
  readonly kills: KillEnvironment
  readonly organization: Organization
}

/** One command that is to be cut off. */
export interface Trial {
  /** Sends it, to a gateway that dies in its midst. @param at No step is 0. */
  cut(at: KillPoint): Promise<Outcome>
  /**
   * Looks at what is left, once a gateway runs again; then does what a person does who got no answer,
   * and looks whether all of it is done, and once.
   */
  check(): Promise<void>
}

/** A change that takes several steps. */
export interface Command {
  readonly name: string
  /** How many things it makes to last, one after the other, with the local credential store. */
  readonly effects: number
  /** Makes those whom it is about. */
  prepare(scene: Scene): Promise<Trial>
}
