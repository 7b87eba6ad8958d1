import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { namedBlocks } from './named-blocks.ts'

const top = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const fromSource = '--conditions=@gatehouse/source'

/** An embedder's project, with the blocks of the page as its files. */
const project = mkdtempSync(join(tmpdir(), 'gatehouse-embedding-'))
const files = namedBlocks(readFileSync(join(top, 'docs/embedding.md'), 'utf8'))
for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code)
writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
symlinkSync(join(top, 'node_modules'), join(project, 'node_modules'))

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the blocks of docs/embedding.md', () => {
  it('are those that are tried here', () => {
    expect(Object.keys(files)).toEqual([
      'first-login.ts',
      'service.ts',
      'sign-in.test.ts',
      'own-service.test.ts',
    ])
  })

  it('fit the types', async () => {
    const options = { noEmit: true, composite: false, declaration: false, declarationMap: false }
    const config = { extends: join(top, 'tsconfig.base.json'), compilerOptions: options }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
    const compiled = run(join(top, 'node_modules/.bin/tsc'), ['-p', project])
    // A failure is the error that has what was printed.
    const { stdout } = await compiled.catch((failed: { readonly stdout: string }) => failed)
    expect(stdout).toBe('')
  })

  it('test a login in memory', async () => {
    const { stdout } = await run(process.execPath, [fromSource, 'sign-in.test.ts'], {
      cwd: project,
    })
    expect(stdout).toMatch(/pass 2\n/)
  })

  it('test a service with people, mails and failures in memory', async () => {
    const { stdout } = await run(process.execPath, [fromSource, 'own-service.test.ts'], {
      cwd: project,
    })
    expect(stdout).toMatch(/pass 4\n/)
  })
})
