/**
 * What can be said of a text before it is parsed, in the words of JSON Schema (draft 2020-12
 * validation, section 6.3). A text that breaks one of these is always refused; one that keeps them may
 * still break a rule that no schema can tell, such as a reserved name.
 */
export interface TextConstraints {
  /** Fewest code points. */
  readonly minLength: number
  /** Most code points. */
  readonly maxLength: number
  /** A regular expression (ECMA-262) that needs no flag, and that the whole text matches. */
  readonly pattern?: string
}
