/** Databases limit how many values one statement takes. */
const itemsPerStatement = 500

/** Asks about any number of items, a chunk at a time, and returns the rows of all answers. */
export async function inChunks<Item, Row>(
  items: readonly Item[],
  ask: (chunk: readonly Item[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += itemsPerStatement) {
    rows.push(...(await ask(items.slice(start, start + itemsPerStatement))))
  }
  return rows
}
