/** Pages of other origins that call the gateway from a browser, which keeps the rules of CORS. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signUp } from '@gatehouse/gateway/testing'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import {
  type Machines,
  openPagesEnvironment,
  type PagesEnvironment,
  startMachines,
  visit,
} from './support/pages-environment.ts'

let site: Server
let machines: Machines
let environment: PagesEnvironment
const siteAt = (host: string) => `http://${host}:${(site.address() as AddressInfo).port}`

beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>A page of ours</title>')
  })
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  machines = await startMachines()
  environment = await openPagesEnvironment({
    MACHINE_BACKEND_URL: machines.url,
    CORS_ALLOWED_ORIGINS: siteAt('127.0.0.1'),
  })
})

afterAll(async () => {
  await environment.close()
  await machines.stop()
  site.close()
})

/** Calls the gateway from a page. @returns What the page could read; `refused` if the browser let it read nothing. */
function ask(page: Page, path: string, init: object = {}): Promise<unknown> {
  return page.evaluate(`
    fetch(${JSON.stringify(environment.url + path)}, ${JSON.stringify(init)})
      .then((answer) => answer.json(), () => 'refused')
  `)
}

/** Opens a terminal from a page. @returns What it prints first; `refused` if it does not open. */
function openTerminal(page: Page, token: string): Promise<unknown> {
  const address = `${environment.url.replace('http', 'ws')}/api/terminal/demo/ws?token=${token}`
  return page.evaluate(`new Promise((resolve) => {
    const terminal = new WebSocket(${JSON.stringify(address)})
    terminal.onmessage = () => resolve('opened')
    terminal.onerror = () => resolve('refused')
  })`)
}

const logIn = (page: Page, credentials: object) =>
  ask(page, '/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  })

describeInBrowser('a page of another origin', (browser) => {
  it('that is allowed signs in, reads the machines and opens a terminal', async () => {
    const { email, password } = await signUp(environment.api)
    const { page } = await visit(browser(), { url: siteAt('127.0.0.1') })
    await page.goto('/')
    const { token } = Object(await logIn(page, { email, password })) as { readonly token: string }
    const headers = { Authorization: `Bearer ${token}` }
    expect(await ask(page, '/api/machines', { headers })).toMatchObject({
      machines: [{ id: 'demo' }],
    })
    expect(await openTerminal(page, token)).toBe('opened')
  })

  it('T-71: that is not allowed reads no answer and opens no terminal, even with a token', async () => {
    const { email, password } = await signUp(environment.api)
    const allowed = await visit(browser(), { url: siteAt('127.0.0.1') })
    await allowed.page.goto('/')
    const { token } = Object(await logIn(allowed.page, { email, password })) as {
      readonly token: string
    }
    const { page } = await visit(browser(), { url: siteAt('localhost') })
    await page.goto('/')
    expect(await logIn(page, { email, password })).toBe('refused')
    const headers = { Authorization: `Bearer ${token}` }
    expect(await ask(page, '/api/machines', { headers })).toBe('refused')
    expect(await openTerminal(page, token)).toBe('refused')
  })

  it('that is allowed is told of no kept session: no cookie is for it', async () => {
    const { page } = await visit(browser(), { url: siteAt('127.0.0.1') })
    await page.goto('/')
    const asked = { method: 'POST', credentials: 'include' }
    expect(await ask(page, '/api/auth/kept-session/resume', asked)).toBe('refused')
  })
})
