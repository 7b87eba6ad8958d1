/** A table in Markdown. */
export function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A word of the code, in Markdown. */
export function drawCode(text: string): string {
  return `\`${text}\``
}
