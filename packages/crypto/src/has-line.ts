/**
 * Whether a text has a line that is exactly this.
 *
 * @param text Begins and ends with a line break.
 * @param line What is empty, or has a line break in it, is no line.
 */
export function hasLine(text: string, line: string): boolean {
  return line !== '' && !line.includes('\n') && text.includes(`\n${line}\n`)
}
