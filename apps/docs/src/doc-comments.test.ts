import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { type ModuleItem, parseSync, type TsTypeElement } from '@swc/core'
import { top } from './pages.ts'

const sources = [
  ...['packages/*/{src,testing}/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'],
  'docs/examples/**/*.ts',
]
const files = globSync(sources, { cwd: top })
  .filter((name) => !/\.test\.tsx?$|\.d\.ts$|\/fixtures\//.test(name))
  .map((name) => ({ name, code: readFileSync(join(top, name)) }))

it('every exported name says what it promises', () => {
  expect(files.flatMap((file) => find(file, exportedNames))).toEqual([])
})

it('every member of an exported interface says what it is', () => {
  const shipped = files.filter(({ name }) => /^packages|^docs|^apps\/(cli|gateway|web)/.test(name))
  expect(shipped.flatMap((file) => find(file, interfaceMembers))).toEqual([])
})

it('finds what says nothing', () => {
  const code = Buffer.from(
    '/** A. */\nexport interface A {\n  a: string\n  /** B. */\n  b(): void\n}\nexport const c = 1\n',
  )
  const file = { name: 'a.ts', code }
  expect(find(file, interfaceMembers)).toEqual(['a.ts:3 A.a'])
  expect(find(file, exportedNames)).toEqual(['a.ts:7 c'])
})

interface Source {
  readonly name: string
  readonly code: Buffer
}

/** Something that should have a comment, and where it begins in the file, in bytes. */
interface Documented {
  readonly name: string
  readonly at: number
}

function find({ name, code }: Source, list: (item: ModuleItem) => readonly Documented[]) {
  const { body, span } = parseSync(code.toString(), {
    syntax: 'typescript',
    tsx: name.endsWith('x'),
    decorators: true,
  })
  // The parser counts over all files it has read, from the first word that is no comment.
  const start = span.start - firstWord(code)
  return body
    .flatMap(list)
    .map((each) => ({ ...each, before: code.subarray(0, each.at - start).toString() }))
    .filter(({ before }) => !/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.test(before))
    .map((each) => `${name}:${each.before.split('\n').length} ${each.name}`)
}

function firstWord(code: Buffer): number {
  const text = code.toString()
  const word = text.replace(/^(?:\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/, '')
  return Buffer.byteLength(text) - Buffer.byteLength(word)
}

function exportedNames(item: ModuleItem): readonly Documented[] {
  if (item.type !== 'ExportDeclaration') return []
  return [{ name: nameOf(item), at: item.span.start }]
}

function nameOf({ declaration }: Extract<ModuleItem, { type: 'ExportDeclaration' }>): string {
  if ('identifier' in declaration) return declaration.identifier.value
  if ('id' in declaration && 'value' in declaration.id) return declaration.id.value
  const [first] = 'declarations' in declaration ? declaration.declarations : []
  return first?.id.type === 'Identifier' ? first.id.value : declaration.type
}

function interfaceMembers(item: ModuleItem): readonly Documented[] {
  if (item.type !== 'ExportDeclaration') return []
  const { declaration } = item
  if (declaration.type !== 'TsInterfaceDeclaration') return []
  return declaration.body.body.map((member) => ({
    name: `${declaration.id.value}.${keyOf(member)}`,
    at: member.span.start,
  }))
}

function keyOf(member: TsTypeElement): string {
  return 'key' in member && member.key.type === 'Identifier' ? member.key.value : member.type
}
