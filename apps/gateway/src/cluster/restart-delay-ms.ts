/** How long a worker has to live to count as one that works, in milliseconds. */
export const steadyMs = 60_000

const maxMs = 30_000

/**
 * How long a place stays empty after its worker has ended: not at all at first, then longer and
 * longer, so that one that cannot start uses up nothing.
 *
 * @param failures How many workers in a row have not lived long.
 */
export function restartDelayMs(failures: number): number {
  return failures < 2 ? 0 : Math.min(maxMs, 250 * 2 ** (failures - 2))
}
