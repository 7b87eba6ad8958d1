/** The shape of a catalogue, with words in any language. */
export type Widened<Value> = Value extends string
  ? string
  : Value extends (...args: infer Args) => string
    ? (...args: Args) => string
    : Value extends readonly string[]
      ? readonly string[]
      : { readonly [Key in keyof Value]: Widened<Value[Key]> }
