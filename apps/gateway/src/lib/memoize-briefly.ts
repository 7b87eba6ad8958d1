/**
 * Caches the answer to a costly question until it is too old, and never asks twice at the same time:
 * concurrent callers share the current question. A failure counts as an answer too.
 *
 * @param ageMs How old an answer may be, in milliseconds since its question. With 0 only concurrent callers
 * share it.
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
