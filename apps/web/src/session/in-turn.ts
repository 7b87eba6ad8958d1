/** Does work in one tab of this browser at a time. Where a browser has no locks, at once. */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined
  let begun: Promise<Result> | undefined
  const begin = () => (begun ??= work())
  try {
    await locks?.request(`gatehouse-${name}`, begin)
  } catch {
    // The browser allows no locks, or the work has failed, which the caller learns below.
  }
  return begin()
}
