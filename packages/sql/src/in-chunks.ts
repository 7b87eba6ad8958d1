/** Databases limit how many values one statement takes. */
const idsPerQuery = 500

/** Asks about any number of ids, a chunk at a time, and returns the rows of all answers. */
export async function inChunks<Row>(
  ids: readonly string[],
  ask: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    rows.push(...(await ask(ids.slice(start, start + idsPerQuery))))
  }
  return rows
}
