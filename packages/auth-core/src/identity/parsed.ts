/**
 * What became of text that somebody sent: the value in the form we keep, or the rule it broke.
 *
 * @typeParam Value - The form we keep.
 */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      /** A stable word in snake_case, for programs. */
      readonly rule: string
      /** One English sentence that names the rule and never repeats what was sent. */
      readonly message: string
    }

/**
 * The outcome of text that keeps every rule.
 *
 * @param value - The text in the form we keep.
 */
export function accepted<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

/**
 * The outcome of text that breaks a rule.
 *
 * @param rule - The rule's stable word in snake_case.
 * @param message - One sentence that names the rule, without the text that broke it.
 */
export function refused(rule: string, message: string): Parsed<never> {
  return { ok: false, rule, message }
}
