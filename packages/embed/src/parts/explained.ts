/**
 * Does something that a gateway cannot start without.
 *
 * @param what What it means for the operator when it fails, without a full stop.
 * @throws {Error} With that as its message, and the failure as its cause.
 */
export async function explained<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Error(what, { cause: error })
  }
}
