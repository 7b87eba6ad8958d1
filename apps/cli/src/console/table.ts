/** Rows as lines, each column as wide as its widest cell. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A moment in UTC, to the second; a dash for none. */
export function moment(date: Date | null): string {
  return date === null ? '-' : `${date.toISOString().slice(0, 19)}Z`
}
