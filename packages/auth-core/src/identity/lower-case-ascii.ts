/**
 * Lower-cases A to Z and leaves every other character alone.
 *
 * `toLowerCase` would turn U+212A KELVIN SIGN into `k`, and one person's name into another's.
 *
 * @param text - Any text.
 */
export function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
