/**
 * Replaces the text between the markers of one generated part, and keeps the rest.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillGenerated(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->\n\n`
  const end = '\n\n<!-- end -->'
  const start = page.indexOf(begin)
  const stop = page.indexOf(end, start)
  if (start < 0 || stop < 0) throw new TypeError(`the marker of ${name} is missing`)
  return page.slice(0, start + begin.length) + content + page.slice(stop)
}

/** The prose of a page: the text outside the markers. */
export function withoutGenerated(page: string): string {
  return page.replaceAll(/<!-- generated[\s\S]*?<!-- end -->/g, '')
}
