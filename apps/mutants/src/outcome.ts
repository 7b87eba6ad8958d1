/** What came of a contract suite. */
export type Outcome =
  | {
      /** Every test passed. */
      readonly kind: 'passed'
      /** How many there are. */
      readonly tests: number
    }
  | {
      /** A test failed. */
      readonly kind: 'caught'
      /** Its name. */
      readonly by: string
      /** What it said. */
      readonly message: string
    }
  | {
      /** The tests could not be run: the file with the defect is not used, or does not load. */
      readonly kind: 'unusable'
      /** Why, in words. */
      readonly why: string
    }
