/** The services of docs/embedding.md, run as they stand there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, freePort, startMailServer } from '@gatehouse/gateway/testing'
import { afterAll, expect, it } from '@jest/globals'
import { namedBlocks } from './named-blocks.ts'
import { top } from './pages.ts'

const project = mkdtempSync(join(tmpdir(), 'gatehouse-embedding-services-'))
const files = namedBlocks(readFileSync(join(top, 'docs/embedding.md'), 'utf8'))
for (const name of ['first-login.ts', 'service.ts']) {
  writeFileSync(join(project, name), files[name] ?? '')
}
writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
symlinkSync(join(top, 'node_modules'), join(project, 'node_modules'))

const services: ChildProcess[] = []

afterAll(async () => {
  for (const service of services) await end(service)
  rmSync(project, { recursive: true, force: true })
})

const ada = {
  ...{ username: 'ada', email: 'ada@example.com', password: 'lovelace-1843' },
  ...{ first_name: 'Ada', last_name: 'Lovelace' },
  ...{ organization_name: 'engines', company_name: 'Engines Ltd' },
}
const { email, password } = ada

it.each([
  ['first-login.ts', 15],
  ['service.ts', 25],
])('%s has at most %d lines', (name, most) => {
  const lines = (files[name] ?? '').split('\n').filter((line) => line.trim() !== '')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThanOrEqual(most)
})

it('the first login works, with nothing but memory', async () => {
  const { url, service } = await start('first-login.ts')
  expect((await post(`${url}/signup`, ada)).status).toBe(201)
  expect((await post(`${url}/login`, { email, password: 'wrong' })).status).toBe(401)
  expect((await post(`${url}/login`, {})).status).toBe(400)
  const token = await tokenOf(await post(`${url}/login`, { email, password }))
  expect(await hello(url, token)).toBe('Hello, ada.\n')
  expect((await fetch(`${url}/hello`)).status).toBe(404)
  await end(service)
})

it('the whole service confirms addresses, asks for codes, counts, and goes on after a restart', async () => {
  const mails = await startMailServer()
  try {
    const env = { SMTP_URL: mails.url, DATA_DIR: join(project, 'data') }
    const { url, service } = await start('service.ts', env)
    expect((await post(`${url}/identity/signup`, ada)).status).toBe(201)
    const confirmation = await mails.waitFor(email, /./)
    const [, token] = /shop\.example\.com\/verify#token=(\S+)/.exec(confirmation.text) ?? []
    const confirmed = await post(`${url}/identity/verify-email`, { token, password })
    expect(confirmed.status).toBe(200)
    await end(service)

    const again = await start('service.ts', env)
    const asked = await post(`${again.url}/identity/login`, { email, password })
    expect(asked.status).toBe(200)
    const code = await eventually('a code', async () =>
      mails.mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found),
    )
    const entered = await post(`${again.url}/identity/verify-otp`, {
      username: 'ada',
      otp_code: code,
    })
    const bearer = { authorization: `Bearer ${await tokenOf(entered)}` }
    const orders = await fetch(`${again.url}/orders`, { headers: bearer })
    expect(await orders.json()).toEqual({ of: 'ada' })
    expect((await fetch(`${again.url}/orders`)).status).toBe(401)
    await end(again.service)
  } finally {
    await mails.stop()
  }
})

async function start(name: string, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const service = spawn(process.execPath, ['--conditions=@gatehouse/source', name], {
    cwd: project,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  services.push(service)
  const url = `http://127.0.0.1:${port}`
  await eventually('a service that listens', () =>
    fetch(url).then(
      () => true,
      () => undefined,
    ),
  )
  return { service, url }
}

/** Ends it as an operator would; a service without a handler of its own is gone at once. */
async function end(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return
  const gone = once(service, 'exit')
  if (service.kill('SIGTERM')) await gone
}

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function tokenOf(response: Response): Promise<string> {
  const { token } = (await response.json()) as { readonly token: string }
  expect(typeof token).toBe('string')
  return token
}

async function hello(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/hello`, { headers: { authorization: `Bearer ${token}` } })
  return answer.text()
}
