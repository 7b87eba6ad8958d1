import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { top } from '../pages.ts'
import { type Manifest, publishedManifest } from '../tarballs/published-manifest.ts'

/** An entry of a public package. */
export interface Entry {
  /** What imports it: `@gatehouse/auth-core/ports`. */
  readonly specifier: string
  /** The package. */
  readonly manifest: Manifest
  /** Its source, from the folder of the package. */
  readonly path: string
  /** The same, as an absolute path. */
  readonly file: string
  /** What it has: the comment that its source begins with, or what the package says of itself. */
  readonly summary: string
}

/** Every entry that is published, packages in the order of their names. */
export function publishedEntries(): readonly Entry[] {
  return globSync('packages/*/package.json', { cwd: top })
    .toSorted()
    .flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(top, file), 'utf8')) as Manifest
      return 'private' in manifest ? [] : entriesOf(manifest, dirname(join(top, file)))
    })
}

function entriesOf(manifest: Manifest, folder: string): readonly Entry[] {
  return Object.keys(publishedManifest(manifest).exports).map((name) => {
    const path = normalize(manifest.exports[name]?.['@gatehouse/source'] ?? '')
    const file = join(folder, path)
    const summary = firstComment(readFileSync(file, 'utf8')) ?? String(manifest.description)
    return { specifier: manifest.name + name.slice(1), manifest, path, file, summary }
  })
}

function firstComment(code: string): string | undefined {
  return /^\/\*\*([\s\S]*?)\*\//
    .exec(code)?.[1]
    ?.replaceAll(/^ *\* ?/gm, '')
    .trim()
}
