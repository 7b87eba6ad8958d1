/** Whether a text may be an email address; only the service decides. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
}

/** The digits of a code, without spaces, hyphens and no-break spaces. */
export function digitsOf(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\p{Pd}.]/gu, '')
}

/** Whether a text looks like a code: six digits. */
export function isCode(digits: string): boolean {
  return /^[0-9]{6}$/.test(digits)
}
