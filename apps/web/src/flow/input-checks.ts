/** Whether a text may be an email address; the service knows for sure. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
}

/** The digits of a code as it was typed or pasted: with spaces, hyphens, a no-break space. */
export function digitsOf(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\p{Pd}.]/gu, '')
}

/** Whether a text looks like a code: six digits. */
export function isCode(digits: string): boolean {
  return /^[0-9]{6}$/.test(digits)
}
