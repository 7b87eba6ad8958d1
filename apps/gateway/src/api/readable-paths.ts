import { readdirSync } from 'node:fs'
import type { Pages } from '../pages/load-pages.ts'
import { assetsFolder } from '../pages/pages-router.ts'

/** Outside the API: the addresses of pages, documents, files and health, which are there to be read. */
export function readablePaths(
  pages: Pages | undefined,
  wellKnown: Iterable<string>,
): ReadonlySet<string> {
  const ofPages = pages
    ? [...pages.paths, ...Array.from(pages.files.keys(), below('/pages/assets/')), '/pages/logo']
    : ['/']
  return new Set([
    ...wellKnown,
    ...['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/', '/docs/errors'],
    ...readdirSync(assetsFolder).map(below('/pages/')),
    ...(pages ? ['/pages/brand.css'] : []),
    ...ofPages,
  ])
}

const below = (folder: string) => (name: string) => folder + name
