import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, jest } from '@jest/globals'
import { publishedEntries } from './entries.ts'

const run = promisify(execFile)

// All sources are read, which takes a busy machine a while.
jest.setTimeout(240_000)

it('the reference can be drawn, and nothing in it has to be warned of', async () => {
  const program = join(import.meta.dirname, 'write-reference.ts')
  // A failure is the error that has what was printed.
  const printed = await run(process.execPath, [program, '--check'], {
    env: { ...process.env, NO_COLOR: '1' },
  }).catch((failed: { readonly stdout: string; readonly stderr: string }) => failed)
  expect(`${printed.stdout}${printed.stderr}`).toBe('')
})

it('has every entry of every public package', () => {
  const specifiers = publishedEntries().map(({ specifier }) => specifier)
  expect(specifiers).toEqual(
    expect.arrayContaining([
      ...['@gatehouse/auth-core', '@gatehouse/auth-core/ports', '@gatehouse/auth-core/contracts'],
      ...['@gatehouse/embed/sqlite', '@gatehouse/http-api', '@gatehouse/proxy'],
    ]),
  )
  expect(new Set(specifiers).size).toBe(specifiers.length)
})
