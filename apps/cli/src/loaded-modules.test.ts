import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'

const run = promisify(execFile)
const heavy = [
  'better-sqlite3',
  'express',
  'kysely',
  'nodemailer',
  '@keycloak/keycloak-admin-client',
]

describe('gatehouse', () => {
  it.each([
    [['--version'], []],
    [['--help'], []],
    [['keys', 'list', '--help'], []],
    [['keys', 'rotate', '--nwo'], []],
    [
      ['keys', 'list'],
      ['better-sqlite3', 'kysely'],
    ],
    [
      ['account', 'disable', 'ada'],
      ['better-sqlite3', 'kysely'],
    ],
  ])('loads for %j no more than it needs', async (words, expected) => {
    expect(await loadedFor(words)).toEqual(expected)
  })
})

/** Which of the heavy packages a call of the command loads. */
async function loadedFor(words: readonly string[]): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    const resolve = (name, context, next) => {
      const found = next(name, context)
      urls.push(found.url)
      return found
    }
    registerHooks({ resolve })
    process.argv.splice(1, 0, 'gatehouse')
    await import('./main.ts')
    process.exitCode = 0
    console.log(JSON.stringify(urls))`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '--eval', script, '--']
  const { stdout } = await run(process.execPath, [...options, ...words], {
    cwd: import.meta.dirname,
    // A folder in which there is no database.
    env: { PATH: process.env.PATH, DATA_DIR: '/nonexistent' },
  })
  const urls = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as readonly string[]
  return heavy.filter((name) => urls.some((url) => url.includes(`/node_modules/${name}/`)))
}
