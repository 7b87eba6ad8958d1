/** Paragraphs as plain text, with the closing line of every mail. */
export function plainText(productName: string, paragraphs: readonly string[]): string {
  const closing = `-- \nSent automatically by ${productName}. Replies are not read.`
  return `${[...paragraphs, closing].join('\n\n')}\n`
}
