import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The built pages (`npm run pages`), in memory. */
export interface BuiltPages {
  /** The only document of all pages, with placeholders. */
  readonly html: string
  /** The files that it loads, by name. A name contains a digest of the content. */
  readonly files: ReadonlyMap<string, BuiltFile>
}

/** A file, plain and compressed. */
export interface BuiltFile {
  /** Its `Content-Type`. */
  readonly type: string
  /** The file, uncompressed. */
  readonly plain: Buffer
  /** Compressed with Brotli (RFC 7932); not set if the build made none. */
  readonly br?: Buffer
  /** Compressed with gzip (RFC 1952); not set if the build made none. */
  readonly gzip?: Buffer
}

/** The folder with the built pages. */
export const builtPagesFolder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads the built pages. @throws {Error} If they are not built. */
export function readBuiltPages(folder = builtPagesFolder): BuiltPages {
  const document = join(folder, 'index.html')
  if (!existsSync(document)) {
    throw new Error('the pages are not built; run npm run pages, or set WEB_PAGES=off')
  }
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => types[extname(name)] !== undefined)
  const files = names.map((name) => [name, readBuiltFile(assets, name)] as const)
  return { html: readFileSync(document, 'utf8'), files: new Map(files) }
}

function readBuiltFile(folder: string, name: string): BuiltFile {
  const file = join(folder, name)
  const read = (ending: string) =>
    existsSync(file + ending) ? readFileSync(file + ending) : undefined
  const [br, gzip] = [read('.br'), read('.gz')]
  return {
    type: types[extname(name)] ?? '',
    plain: readFileSync(file),
    ...(br && { br }),
    ...(gzip && { gzip }),
  }
}
