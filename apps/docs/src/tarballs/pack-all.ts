import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { top } from '../pages.ts'
import { publicPackages, readManifest } from './public-packages.ts'
import { type Manifest, publishedManifest } from './published-manifest.ts'
import { run } from './run.ts'

/** A package in its archive. */
export interface Tarball {
  readonly manifest: Manifest
  /** The path of the archive. */
  readonly file: string
}

/** What npm says of an archive. */
interface Listing {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/**
 * Packs every public package as it is to be published. They have to be built.
 *
 * @param folder Gets the archives.
 */
export async function packAll(folder: string): Promise<readonly Tarball[]> {
  const folders = new Map(publicPackages())
  const workspaces = [...folders.values()].flatMap((path) => ['-w', path])
  const staged = mkdtempSync(join(tmpdir(), 'gatehouse-staged-'))
  const manifests = new Map<string, Manifest>()
  for (const { name, files } of await pack(top, ['--dry-run', ...workspaces])) {
    const from = join(top, folders.get(name) ?? '')
    for (const { path } of files) cpSync(join(from, path), join(staged, name, path))
    const manifest = publishedManifest(readManifest(join(from, 'package.json')))
    manifests.set(name, manifest)
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writeFileSync(join(staged, name, 'package.json'), text)
  }
  const all = [...manifests.keys()].map((name) => `./${name}`)
  const packed = await pack(staged, [`--pack-destination=${folder}`, ...all])
  rmSync(staged, { recursive: true })
  return packed.flatMap(({ name, filename }) => {
    const manifest = manifests.get(name)
    return manifest ? [{ manifest, file: join(folder, filename) }] : []
  })
}

async function pack(cwd: string, args: readonly string[]): Promise<readonly Listing[]> {
  const options = ['pack', '--json', '--ignore-scripts', '--no-update-notifier']
  return JSON.parse(await run('npm', [...options, ...args], { cwd })) as readonly Listing[]
}
