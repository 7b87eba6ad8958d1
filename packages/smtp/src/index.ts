/** Holds the place until the first export arrives. */
export const placeholder = true
