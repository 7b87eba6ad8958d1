/** A media range of `Accept` (RFC 9110, section 12.5.1). */
interface Range {
  readonly type: string
  readonly subtype: string
  readonly weight: number
}

/**
 * Which of some media types a client likes best. Of two that it likes the same, the one that it names more exactly
 * or first.
 *
 * @param accept The value of `Accept`; without one the first type is as good as any.
 * @param offered Media types without parameters, in lower case.
 * @returns `undefined` when it takes none of them.
 */
export function acceptedType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (accept === undefined) return offered[0]
  const ranges = accept.split(',').flatMap(readRange)
  const liked = offered.flatMap((type) => {
    const [best] = ranges
      .map((range, order) => ({ type, order, weight: range.weight, fit: fitOf(range, type) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit || b.weight - a.weight || a.order - b.order)
    return best && best.weight > 0 ? [best] : []
  })
  return liked.sort((a, b) => b.weight - a.weight || b.fit - a.fit || a.order - b.order)[0]?.type
}

function readRange(text: string): readonly Range[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [type = '', subtype = '', ...rest] = range.split('/')
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  // A range with other parameters means a form that is not offered.
  const isPlain = parameters.every((parameter) => parameter === '' || parameter.startsWith('q='))
  const weight = Number(quality)
  if (!type || !subtype || rest.length > 0 || !isPlain || Number.isNaN(weight)) return []
  return [{ type, subtype, weight }]
}

/** 0 for a type that is not in the range; more for one that the range names more exactly. */
function fitOf(range: Range, offered: string): number {
  const [type, subtype] = offered.split('/')
  if (range.type === type && range.subtype === subtype) return 3
  if (range.subtype !== '*') return 0
  if (range.type === type) return 2
  return range.type === '*' ? 1 : 0
}
