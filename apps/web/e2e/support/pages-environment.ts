import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestEnvironment, type TestEnvironment } from '@gatehouse/gateway/testing'
import { freePort, until } from '@gatehouse/test-services'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A gateway as it ships, at an address that a browser can open, with a real mail server. */
export interface PagesEnvironment extends TestEnvironment {
  /** The address of the gateway. */
  readonly url: string
}

/** Three seconds, in minutes: long enough for a mail with a code to arrive before it expires. */
export const threeSeconds = '0.05'

/** Sets up a gateway and a mail server. @param env More settings of the gateway. */
export async function openPagesEnvironment(
  env: Readonly<Record<string, string>> = {},
): Promise<PagesEnvironment> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = await openTestEnvironment(
    { PORT: String(port), PUBLIC_BASE_URL: url, ...env },
    (_request, response) => response.end('{"machines":[]}'),
  )
  return { ...environment, url }
}

/** A machine backend that is running. */
export interface Machines {
  /** Its address. */
  readonly url: string
  /** Ends it, and removes its files. */
  stop(): Promise<void>
}

/** The demo's machine backend, which has real terminals, in a process and a folder of its own. */
export async function startMachines(): Promise<Machines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-machines-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['--conditions=@gatehouse/source', backendEntry], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dataDir,
      DATA_DIR: dataDir,
      DEMO_BACKEND_PORT: String(port),
      METRICS_PORT: '0',
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await untilUp(child, `${url}/healthz`)
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const backendEntry = join(import.meta.dirname, '../../../demo/src/backend-main.ts')

function untilUp(child: ChildProcess, url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  return until(isUp, {
    seconds: 20,
    pollMs: 50,
    failure(isOver) {
      if (child.exitCode !== null) return `the backend ended with ${child.exitCode}`
      return isOver ? 'the backend does not come up' : undefined
    },
  })
}

/** A person who uses a tab of a browser. */
export interface Visitor {
  readonly page: Page
  /** Console errors, violations of the policy, exceptions and requests to other origins. */
  readonly complaints: readonly string[]
  /** Method and path of each request to the API. */
  readonly calls: readonly string[]
  /** Opens another tab of the same browser. */
  another(): Promise<Visitor>
}

/** Opens a tab of a fresh browser profile; see {@link closeTabs}. */
export async function visit(
  browser: Browser,
  { url }: Pick<PagesEnvironment, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url, ...options })
  contexts.push(() => context.close())
  context.setDefaultTimeout(20_000)
  const open = async (): Promise<Visitor> => {
    const page = await context.newPage()
    const complaints: string[] = []
    const calls: string[] = []
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource')
      // The browser notes that a terminal was cut off, whatever the page makes of it.
      const isTerminal = message.text().startsWith('WebSocket connection to')
      if (message.type() === 'error' && !isAnswer && !isTerminal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin !== url) complaints.push(`asked ${origin}`)
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
    })
    return { page, complaints, calls, another: open }
  }
  return open()
}

const contexts: (() => Promise<void>)[] = []

/** Closes the tabs of all visits so far. */
export async function closeTabs(): Promise<void> {
  for (const close of contexts.splice(0)) await close()
}

/** Fills in and sends the sign-in form. */
export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in, and waits for the dashboard. */
export async function enterDashboard(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
}

/** The address of a page without its origin. */
export function pathOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}
