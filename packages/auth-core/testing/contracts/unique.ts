/** Text that no other test and no other run uses: lower-case letters, digits and hyphens. */
export function unique(prefix: string): string {
  return `${prefix}-${crypto.randomUUID()}`
}
