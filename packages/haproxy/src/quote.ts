/** A word of HAProxy's configuration that is taken as it is (HAProxy's manual, section 2.2). */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A regular expression, for PCRE and POSIX, that a text alone matches. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
