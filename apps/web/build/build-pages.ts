/**
 * `npm run pages`: builds the pages into `dist`, unless they are as new as their sources. What the
 * browser loads is there a second time for each encoding, so that the gateway compresses nothing.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stamp = '.sources'

const sources = digestOfSources()
if (readStamp(dist) !== sources) await buildPages()

async function buildPages(): Promise<void> {
  const began = performance.now()
  process.stderr.write('Building the pages … ')
  const fresh = `${dist}.${process.pid}`
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh },
  })
  compressAll(fresh)
  writeFileSync(join(fresh, stamp), sources)
  replace(fresh)
  process.stderr.write(`done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

/** Puts a build in the place of the old one; another process may have done the same meanwhile. */
function replace(fresh: string): void {
  rmSync(dist, { recursive: true, force: true })
  try {
    renameSync(fresh, dist)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (readStamp(dist) !== sources) throw error
  }
}

function compressAll(folder: string): void {
  for (const name of globSync('assets/*.{css,js,svg}', { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}

/** Of everything that the build depends on; times of files say nothing after a clone. */
function digestOfSources(): string {
  const names = globSync(['src/**/*.{ts,tsx,css,svg}', 'build/*.ts', '*.{html,json,ts}'], {
    cwd: root,
  })
  const inputs = [...names.filter((name) => !name.endsWith('.test.ts')).sort()]
  const digest = createHash('sha256')
  for (const name of [...inputs, join('..', '..', 'package-lock.json')]) {
    digest.update(`${name}\0`).update(readFileSync(join(root, name)))
  }
  return digest.digest('hex')
}

function readStamp(folder: string): string | undefined {
  const file = join(folder, stamp)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
