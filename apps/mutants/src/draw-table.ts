/** How many of the defects of one suite were caught. */
export interface Count {
  /** The port and the adapter. */
  readonly name: string
  /** How many were seeded. */
  readonly seeded: number
  /** How many a test failed for. */
  readonly caught: number
}

/** The counts as a table in Markdown. */
export function drawTable(counts: readonly Count[]): string {
  const rows = counts.map(({ name, seeded, caught }) => {
    const part = Math.floor((100 * caught) / seeded)
    return `| ${name} | ${seeded} | ${caught} | ${part} % |\n`
  })
  return `| Suite | Defects | Caught | |\n| --- | --- | --- | --- |\n${rows.join('')}`
}
