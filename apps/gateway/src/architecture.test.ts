import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import extractCruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const top = join(import.meta.dirname, '../../..')

it('every import keeps to .dependency-cruiser.mjs', async () => {
  const options = await extractCruiseOptions(join(top, '.dependency-cruiser.mjs'))
  const { enhancedResolveOptions, ...rest } = options
  const result = await cruise(
    ['packages', 'apps', 'docs/examples'],
    { ...rest, baseDir: top },
    enhancedResolveOptions,
  )
  expect(violations(result)).toEqual([])
})

it('the core reads no clock, no chance, no process and writes to no console', () => {
  const outside =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bconsole\b|\bprocess\b|\bglobalThis\b/
  const offences = sources('packages/auth-core/src').flatMap(({ name, code }) => {
    const used = outside.exec(withoutComments(code))?.[0]
    return used === undefined ? [] : [`${name} uses ${used}`]
  })
  expect(offences).toEqual([])
})

it('no source file is longer than 250 lines', () => {
  const all = [...sources('packages/*/src'), ...sources('apps/*/src'), ...sources('docs/examples')]
  const long = all.filter(({ code }) => code.split('\n').length > 251)
  expect(long.map(({ name }) => name)).toEqual([])
})

it('looks at something', () => {
  expect(sources('packages/auth-core/src').length).toBeGreaterThan(0)
})

interface Source {
  readonly name: string
  readonly code: string
}

function sources(folder: string): readonly Source[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: top })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, code: readFileSync(join(top, name), 'utf8') }))
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

function violations({ output }: IReporterOutput): readonly string[] {
  if (typeof output === 'string') return [output]
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}
