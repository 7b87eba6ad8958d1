/**
 * A character that no name has, and nothing that stands in a mail: line breaks become mail headers, and
 * embeddings, overrides and isolates reorder the text around them. The marks U+200E, U+200F and U+061C,
 * and the joiners, belong to the writing of real names.
 */
export const controlCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
