/** Databases limit the number of values in one statement. */
const itemsPerStatement = 500

/** Queries any number of items in chunks, and returns the rows of all answers. */
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
