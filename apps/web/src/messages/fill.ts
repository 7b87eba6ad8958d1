/** A piece of a sentence: text, or the name of a placeholder. */
export type Piece = { readonly words: string } | { readonly place: string }

/** Splits a sentence such as `Disable {name}?`, so that names can be emphasised. */
export function piecesOf(sentence: string): readonly Piece[] {
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { place: part.slice(1, -1) } : { words: part }))
}

/** Fills the placeholders of a sentence. Values are text only. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return piecesOf(sentence)
    .map((piece) => ('words' in piece ? piece.words : (values[piece.place] ?? '')))
    .join('')
}
