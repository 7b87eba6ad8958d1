/** Marks the end of a `switch` over a union: a case left out no longer compiles. */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`)
}
