/** A line for a terminal, with `?` for what would move the cursor: names come from elsewhere. */
export function withoutControlCharacters(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
