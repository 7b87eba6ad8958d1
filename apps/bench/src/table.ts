/** A table in Markdown. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map(tableRow)
}

/** A line of it. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
