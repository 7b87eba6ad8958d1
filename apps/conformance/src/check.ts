import type { Edition, Level } from './terms.ts'
import type { World } from './world/world.ts'

/** One thing that is checked. */
export interface Check {
  /** Its name, which stays: the route or subject, a dot, what is looked at. */
  readonly id: string
  /** The first edition that has it. */
  readonly edition: Edition
  /** Set for what the older edition alone has to keep. */
  readonly until?: Edition
  /** Who says so. */
  readonly level: Level
  /** The heading in the page "HTTP API" under which it is said. */
  readonly section: string
  /** What is promised, in a sentence. */
  readonly says: string
  /**
   * Looks at it.
   *
   * @throws {Deviation} When it is not so.
   * @throws {NotApplicable} When this service has no such thing, or an option is missing.
   * @throws {Hindered} When something before it did not work.
   */
  run(world: World): Promise<void>
}
