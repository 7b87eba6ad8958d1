import { createServer } from 'node:http'
import { listen } from '@gatehouse/proxy/testing'
import type { Browser, ConsoleMessage, Locator, Page } from 'playwright-core'
import { createStandInApp, type PageOperations } from './create-stand-in-app.ts'

/** A person in front of a page, with a narrow screen and a keyboard. */
export interface Visit {
  readonly page: Page
  readonly url: string
  /** What the server was asked for, as method and target. */
  readonly asked: readonly string[]
  /** Console errors, refusals by the policy, exceptions and requests to other places. */
  readonly complaints: readonly string[]
  /** Takes the network away, or gives it back. */
  setOffline(offline: boolean): Promise<void>
}

const endings: (() => Promise<void>)[] = []

/** Closes what the visits so far have opened. */
export async function closeTabs(): Promise<void> {
  for (const end of endings.splice(0)) await end()
}

/** Opens a path of a gateway of its own, whose use cases answer as given; see {@link closeTabs}. */
export async function visit(
  browser: Browser,
  path: string,
  operations: Partial<PageOperations> = {},
): Promise<Visit> {
  const asked: string[] = []
  const complaints: string[] = []
  const app = createStandInApp(operations)
  const server = await listen(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      app(request, response)
    }),
  )
  endings.push(server.close)
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  endings.unshift(() => context.close())
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !tellsOfProblem(message)) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  context.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) complaints.push(`asked ${request.url()}`)
  })
  await page.goto(`${server.url}${path}`)
  return {
    page,
    url: server.url,
    asked,
    complaints,
    setOffline: (offline) => context.setOffline(offline),
  }
}

/** Presses Tab until it is at the target, as a person without a mouse, who waits until it is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  if (await hasFocus(page, target)) return
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(page, target)) return
  }
  throw new Error('Tab does not lead there.')
}

/** Whether what is typed goes there. */
export async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) === 1
}

/** The browser notes each refused or failed call; the page has to tell the person. */
function tellsOfProblem(message: ConsoleMessage): boolean {
  return (
    message.text().startsWith('Failed to load resource') &&
    message.location().url.includes('/api/auth/')
  )
}
