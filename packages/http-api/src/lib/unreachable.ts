/**
 * Marks the end of a `switch` over a union: a case left out no longer compiles.
 *
 * @throws {TypeError} Always; without the value, which may hold a secret.
 */
export function unreachable(_value: never): never {
  throw new TypeError('a case of a union is not handled')
}
