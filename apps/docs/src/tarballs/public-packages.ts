import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { top } from '../pages.ts'
import type { Manifest } from './published-manifest.ts'

/** The name of each public package, and its folder from the top. */
export function publicPackages(): readonly (readonly [string, string])[] {
  return globSync('{apps,packages}/*/package.json', { cwd: top })
    .toSorted()
    .map((file) => [readManifest(join(top, file)), dirname(file)] as const)
    .filter(([manifest]) => !('private' in manifest))
    .map(([{ name }, path]) => [name, path])
}

/** Reads a `package.json`. */
export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}
