/**
 * Does the work for each of these, so many at a time, in their order. What must be alone comes last, one
 * after the other.
 *
 * @param isAlone Whether it must be alone.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  { atOnce, isAlone }: { readonly atOnce: number; readonly isAlone: (item: Item) => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const lane = async (rest: IterableIterator<Item>) => {
    for (const item of rest) await work(item)
  }
  if (atOnce === 1) return lane(items.values())
  const { together = [], alone = [] } = Object.groupBy(items, (item) =>
    isAlone(item) ? 'alone' : 'together',
  )
  const rest = together.values()
  await Promise.all(Array.from({ length: atOnce }, () => lane(rest)))
  await lane(alone.values())
}
