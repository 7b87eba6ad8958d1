/** A defect to seed into the source of an adapter. */
export interface Defect {
  /** A file of the adapter, from the top of the repository. */
  readonly file: string
  /** A text that is in the file once. */
  readonly find: string
  /** What stands there instead. */
  readonly replace: string
  /** The promise of the port that is broken then. */
  readonly breaks: string
  /** Tests with this in their name run first, where a suite takes minutes. The others run all the same. */
  readonly first?: string
}

/** A contract suite on one adapter, and the defects that it has to catch. */
export interface Suite {
  /** The port and the adapter. */
  readonly name: string
  /** The test that registers the suite, from the top of the repository. */
  readonly test: string
  /** The name under which the suite is registered, where the test registers several. */
  readonly adapter?: string
  /** A server that has to run for it. */
  readonly needs?: 'Keycloak'
  /** The defects, one after the other. */
  readonly defects: readonly Defect[]
}
