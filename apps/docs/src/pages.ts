import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The top of the repository. */
export const top = join(import.meta.dirname, '../../..')

/** The README and every page under `docs`, as paths from the top. */
export const pages: readonly string[] = ['README.md', ...globSync('docs/**/*.md', { cwd: top })]

/** The text of a page. */
export function readPage(path: string): string {
  return readFileSync(join(top, path), 'utf8')
}

/** A code block: the words after its fence, and its content. */
export interface Block {
  /** Words after the fence, the language first. */
  readonly info: readonly string[]
  readonly code: string
}

/** The code blocks of a text, in their order. */
export function blocksOf(text: string): readonly Block[] {
  return Array.from(text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm), ([, info = '', code = '']) => ({
    info: info.split(' '),
    code,
  }))
}

/** The rows of every table of a text, without heads, as the text of their cells. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line, index, lines) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
}

function isRow(line: string): boolean {
  return line.startsWith('| ') && line.endsWith('|')
}

function isRule(line = ''): boolean {
  return /^\| *-[-| ]*\|$/.test(line)
}
