/** Databases limit how many values one statement takes. */
const idsPerQuery = 500

/** Asks about any number of ids, and gives back what all the answers say. */
export async function inChunks<Row>(
  ids: readonly string[],
  ask: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    found.push(...(await ask(ids.slice(start, start + idsPerQuery))))
  }
  return found
}
