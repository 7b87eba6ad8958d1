/**
 * The characters that no name has, as they stand in a class of a regular expression: line breaks become
 * mail headers, and embeddings, overrides and isolates reorder the text around them. The marks U+200E,
 * U+200F and U+061C, and the joiners, belong to the writing of real names.
 */
export const controlCharacters =
  '\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069'

/** A character that no name has, and nothing that stands in a mail. */
export const controlCharacter = new RegExp(`[${controlCharacters}]`)
