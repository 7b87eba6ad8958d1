/** The six digits of a code as somebody typed or pasted them: with spaces, hyphens, a no-break space. */
export function digitsOf(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\p{Pd}.]/gu, '')
}

/** Whether that is what a code looks like. */
export function isCode(digits: string): boolean {
  return /^[0-9]{6}$/.test(digits)
}
