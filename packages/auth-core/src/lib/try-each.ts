/**
 * Does the work for each item, one after the other, and continues after a failure, so that one failing item
 * does not block the others.
 *
 * @returns The number of items for which it succeeded.
 * @throws The first failure, after all items.
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const item of items) {
    try {
      await work(item)
      done += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}
