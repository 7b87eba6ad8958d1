/** Whether a text may be an email address; the service knows for sure. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
}
