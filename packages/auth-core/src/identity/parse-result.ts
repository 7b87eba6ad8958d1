/**
 * The result of parsing text from outside: the value in its stored form, or the rule that the text breaks.
 *
 * @typeParam Value - The stored form.
 */
export type ParseResult<Value> =
  | {
      /** The text keeps every rule. */
      readonly ok: true
      /** The value in its stored form. */
      readonly value: Value
    }
  | {
      /** The text breaks a rule. */
      readonly ok: false
      /** A stable word in snake_case, for programs. */
      readonly rule: string
      /** One English sentence that names the rule and never repeats the text. */
      readonly message: string
    }

/**
 * The result for text that keeps every rule.
 *
 * @param value - The value in its stored form.
 */
export function valid<Value>(value: Value): ParseResult<Value> {
  return { ok: true, value }
}

/**
 * The result for text that breaks a rule.
 *
 * @param rule - The rule's stable word in snake_case.
 * @param message - One sentence that names the rule, without the text that breaks it.
 */
export function invalid(rule: string, message: string): ParseResult<never> {
  return { ok: false, rule, message }
}
