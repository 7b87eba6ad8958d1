/** A piece of a sentence: words of the catalogue, or the name of a place among them. */
export type Piece = { readonly words: string } | { readonly place: string }

/** Takes a sentence such as `Disable {name}?` apart, so that names can be set off. */
export function piecesOf(sentence: string): readonly Piece[] {
  return sentence
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { place: part.slice(1, -1) } : { words: part }))
}

/** The sentence with what belongs in its places. What is put in is text and nothing else. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return piecesOf(sentence)
    .map((piece) => ('words' in piece ? piece.words : (values[piece.place] ?? '')))
    .join('')
}
