import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'

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
      'service.ts',
      'sign-in.test.ts',
      'own-service.test.ts',
      'webhook-mailer.ts',
      'webhook-mailer.contract.test.ts',
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

  it('sign somebody up and in', async () => {
    const { service, url } = await startService()
    try {
      const person = {
        ...{ username: 'ada', email: 'ada@example.com', password: 'lovelace-1843' },
        ...{ firstName: 'Ada', lastName: 'Lovelace' },
        ...{ organizationName: 'engines', companyName: 'Engines Ltd' },
      }
      expect((await post(`${url}/sign-up`, person)).status).toBe(201)
      const { email, password } = person
      expect((await post(`${url}/login`, { email, password: 'wrong' })).status).toBe(401)
      const login = await post(`${url}/login`, { email, password })
      const { token } = (await login.json()) as { readonly token: string }
      const me = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })
      expect(await me.json()).toEqual({ hello: 'ada' })
      expect((await fetch(`${url}/me`)).status).toBe(401)
    } finally {
      const gone = once(service, 'exit')
      if (service.kill()) await gone
    }
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

  it('hold an adapter to its contract, under the runner of Node', async () => {
    const { stdout } = await run(
      process.execPath,
      [fromSource, 'webhook-mailer.contract.test.ts'],
      {
        cwd: project,
      },
    )
    expect(stdout).toMatch(/pass 2\d\n/)
    expect(stdout).toContain('Mailer: hands over each of many mails sent at the same time')
  })
})

/** Code blocks that carry a file name after their language. */
function namedBlocks(page: string): Readonly<Record<string, string>> {
  const blocks = page.matchAll(/^```ts (\S+)\n(.*?)^```$/gms)
  return Object.fromEntries(Array.from(blocks, ([, name = '', code = '']) => [name, code]))
}

async function startService(): Promise<{ readonly service: ChildProcess; readonly url: string }> {
  const service = spawn(process.execPath, [fromSource, 'service.ts'], {
    cwd: project,
    env: { ...process.env, DATA_DIR: join(project, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const port = await new Promise<string>((resolve, reject) => {
    service.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const [, found] = /^listening .*"port":(\d+)/m.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    service.once('exit', (code) => reject(new Error(`the service ended (${code}): ${output}`)))
  })
  return { service, url: `http://127.0.0.1:${port}` }
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body) })
}
