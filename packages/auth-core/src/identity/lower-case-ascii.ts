/**
 * Lower-cases A to Z and leaves every other character alone.
 *
 * `toLowerCase` would turn U+212A KELVIN SIGN into `k`, so that two different names would become equal.
 *
 * @param text - Any text.
 */
export function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
