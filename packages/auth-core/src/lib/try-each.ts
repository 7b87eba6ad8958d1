/**
 * Does some work for each, one after the other, and goes on where it fails: one that always fails
 * keeps no other from its turn.
 *
 * @returns For how many it was done.
 * @throws The first failure, when all have had their turn.
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
