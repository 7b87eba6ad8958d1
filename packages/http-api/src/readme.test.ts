import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, freePort } from '@gatehouse/test-services'
import { afterEach, describe, expect, it } from '@jest/globals'

const top = join(import.meta.dirname, '..')
const example = join(top, 'test-support/embedding/service.ts')

const endings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

describe('the example of the README', () => {
  it('is the one that is tried here', () => {
    const readme = readFileSync(join(top, 'README.md'), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(example, 'utf8')}\`\`\`\n`)
  })

  it('signs up and logs in below its prefix, and lets through what has a token', async () => {
    const url = await startExample()
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const ada = { email: 'ada@example.com', password: 'lovelace-1843' }
    const names = { username: 'ada', first_name: 'Ada', last_name: 'Lovelace' }
    const organization = { organization_name: 'engines', company_name: 'Engines Ltd' }
    const made = await post('/identity/signup', { ...ada, ...names, ...organization })
    expect(made.status).toBe(201)
    const { token } = (await (await post('/identity/login', ada)).json()) as { token: string }
    const orders = await fetch(`${url}/orders`, { headers: { authorization: `Bearer ${token}` } })
    expect(await orders.json()).toEqual({ orders: [], of: 'ada', tenant: 'engines' })
    expect((await fetch(`${url}/orders`)).status).toBe(401)
  })
})

/** The example as a process. */
async function startExample(): Promise<string> {
  const port = await freePort()
  const service = spawn(process.execPath, ['--conditions=@gatehouse/source', example], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  endings.push(async () => {
    const gone = once(service, 'exit')
    if (service.kill()) await gone
  })
  const url = `http://127.0.0.1:${port}`
  await eventually('the service', () => fetch(url).catch(() => undefined))
  return url
}
