/**
 * Asks something costly no more often than its answer grows old, and never twice at the same time:
 * those who ask meanwhile get the answer of the question under way. A failure is an answer too.
 *
 * @param ageMs How old an answer may be, in milliseconds since it was asked for. With 0 it is shared
 *   only by those who ask while it is under way.
 */
export function memoizeBriefly<Answer>(
  ask: () => Promise<Answer>,
  ageMs: number,
): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined
  let isUnderWay = false
  return () => {
    const at = performance.now()
    if (last && (isUnderWay || at - last.at < ageMs)) return last.answer
    const answer = ask().finally(() => {
      isUnderWay = false
    })
    isUnderWay = true
    last = { at, answer }
    return answer
  }
}
