import type { ComponentChildren } from 'preact'
import { piecesOf } from '../messages/fill.ts'

/** A sentence of the catalogue with its values: texts are emphasised, elements stay as they are. */
export function Text({
  of: sentence,
  values,
}: {
  readonly of: string
  readonly values: Readonly<Record<string, ComponentChildren>>
}) {
  return (
    <>
      {piecesOf(sentence).map((piece) => {
        if ('words' in piece) return piece.words
        const value = values[piece.place]
        return typeof value === 'string' ? <strong key={piece.place}>{value}</strong> : value
      })}
    </>
  )
}
