import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readPage, rowsOf, top } from './pages.ts'

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}

/** Every package of the lock by its place; those of workspaces have no `node_modules/` in it. */
const packages = new Map<string, Package>(
  Object.entries(readJson('package-lock.json').packages as Readonly<Record<string, Package>>),
)

const page = readPage('docs/security.md')
const [, listed = '', scripts = ''] = page.split(/^## (?:Dependencies|Install scripts)$/m)

describe('the page on security', () => {
  it('lists every direct dependency of a workspace, and no other', () => {
    const direct = [...packages]
      .filter(([place]) => !place.includes('node_modules/'))
      .flatMap(([, { devDependencies, ...each }]) => [
        ...Object.keys({ ...devDependencies, ...needsOf(each) }),
      ])
      .filter((name) => !/^@?gatehouse[/-]/.test(name))
    expect(namesIn(listed)).toEqual([...new Set(direct)].toSorted())
  })

  it.each(rowsOf(listed))('says of %s who keeps it (%s), and how many it pulls in', (...row) => {
    const [name = '', keeper = '', count = '', reason = ''] = row
    expect(keeper).toMatch(/^\[(.+)\]\(https:\/\/github\.com\/\1\)$/)
    expect(reason).toMatch(/\w/)
    const users = [...packages].filter(
      ([place, each]) =>
        !place.includes('node_modules/') &&
        bare(name) in { ...each.devDependencies, ...needsOf(each) },
    )
    const counts = users.map(([place]) => pulledInBy(bare(name), place).size)
    expect(Number(count)).toBe(Math.max(...counts))
  })

  it('lists every package with an install script, none of which may run', () => {
    const withScript = [...packages].flatMap(([place, { hasInstallScript }]) =>
      hasInstallScript ? [nameOf(place)] : [],
    )
    expect(withScript.length).toBeGreaterThan(0)
    expect(namesIn(scripts)).toEqual([...new Set(withScript)].toSorted())
    expect(readJson('package.json').allowScripts).toEqual(
      Object.fromEntries(namesIn(scripts).map((name) => [name, false])),
    )
    expect(readFileSync(join(top, '.npmrc'), 'utf8')).toContain('strict-allow-scripts=true\n')
  })
})

/** The names of all packages that come along with one, as Node finds them from a place. */
function pulledInBy(name: string, user: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const todo = [resolve(name, user)]
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    const from = place
    const needs = Object.keys(needsOf(packages.get(place) ?? {}))
    todo.push(...needs.map((each) => resolve(each, from)))
  }
  return new Set([...seen].map(nameOf).filter((each) => each !== name))
}

function resolve(name: string, user: string): string {
  for (
    let folder = user;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages.has(place)) return place
    if (folder === '') throw new Error(`the lock has no ${name} for ${user}`)
  }
}

function needsOf({
  dependencies,
  optionalDependencies,
}: Package): Readonly<Record<string, string>> {
  return { ...dependencies, ...optionalDependencies }
}

function namesIn(text: string): readonly string[] {
  return rowsOf(text)
    .map(([name = '']) => bare(name))
    .toSorted()
}

const bare = (cell: string) => cell.replaceAll('`', '')

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 13)

function readJson(path: string) {
  return JSON.parse(readFileSync(join(top, path), 'utf8'))
}
