import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { top } from './pages.ts'

const run = promisify(execFile)

interface Archive {
  readonly name: string
  readonly files: readonly { readonly path: string }[]
}

const archives = await packPublicPackages()

it('every public package is packed', () => {
  expect(archives.map(({ name }) => name)).toContain('@gatehouse/auth-core')
  expect(archives).toHaveLength(publicPackages().length)
})

it.each(archives)('the archive of $name has its sources and no tests', ({ files }) => {
  const paths = files.map(({ path }) => path)
  expect(paths).toContain('src/index.ts')
  const isOfTests = /\.test\.|(^|\/)(fixtures|test-support|e2e)\//
  expect(paths.filter((path) => isOfTests.test(path))).toEqual([])
})

/** What `npm pack` would put into each archive. Writes nothing. */
async function packPublicPackages(): Promise<readonly Archive[]> {
  const workspaces = publicPackages().flatMap((folder) => ['-w', folder])
  const options = ['--dry-run', '--json', '--ignore-scripts', '--no-update-notifier']
  const { stdout } = await run('npm', ['pack', ...options, ...workspaces], { cwd: top })
  return JSON.parse(stdout) as readonly Archive[]
}

function publicPackages(): readonly string[] {
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: top })
  return manifests
    .filter((file) => !('private' in JSON.parse(readFileSync(join(top, file), 'utf8'))))
    .map((file) => join(file, '..'))
}
