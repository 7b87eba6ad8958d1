import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, freePort } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { afterTest, startBackend } from '../testing/index.ts'

const top = join(import.meta.dirname, '..')
const example = join(top, 'test-support/embedding/service.ts')

describe('the example of the README', () => {
  it('is the one that is tried here', () => {
    const readme = readFileSync(join(top, 'README.md'), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(example, 'utf8')}\`\`\`\n`)
  })

  it('lets through what has a token, and says whose it is', async () => {
    const { backend, url } = await startExample()
    const headers = { authorization: 'Bearer cli.ada', 'x-gatehouse-user-id': 'forged' }
    const answer = await fetch(`${url}/machines`, { headers })
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    expect(answer.headers.get('x-request-id')).toBe(backend.requests[0]?.headers['x-request-id'])
    expect(backend.requests[0]).toMatchObject({
      url: '/machines',
      headers: { 'x-gatehouse-user-id': 'ada' },
    })
  })

  it('answers 401 to everything else', async () => {
    const { backend, url } = await startExample()
    const answer = await fetch(`${url}/machines`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'token_missing' })
    expect(backend.requests).toEqual([])
  })
})

/** The example as a process, before a backend. */
async function startExample() {
  const backend = await startBackend()
  const port = await freePort()
  const service = spawn(process.execPath, ['--conditions=@gatehouse/source', example], {
    env: { ...process.env, BACKEND_URL: backend.url, PORT: String(port) },
    stdio: 'ignore',
  })
  afterTest(async () => {
    const gone = once(service, 'exit')
    if (service.kill()) await gone
  })
  const url = `http://127.0.0.1:${port}`
  await eventually('the service', () => fetch(url).catch(() => undefined))
  return { backend, url }
}
