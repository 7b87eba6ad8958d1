/** The code blocks of a page that have a file name after their language, by that name. */
export function namedBlocks(page: string): Readonly<Record<string, string>> {
  const blocks = page.matchAll(/^```ts (\S+)\n(.*?)^```$/gms)
  return Object.fromEntries(Array.from(blocks, ([, name = '', code = '']) => [name, code]))
}
