import { signUp } from '@gatehouse/gateway/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openTerminal } from './colleagues.ts'
import { enterDashboard, type PagesEnvironment, type Visitor, visit } from './pages-environment.ts'

/** A new person with an open terminal, whose shell waits for input. */
export async function enterTerminal(
  browser: Browser,
  environment: PagesEnvironment,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await visit(browser, environment, options)
  await enterDashboard(visitor.page, await signUp(environment.api))
  await openTerminal(visitor.page)
  await untilShown(visitor.page, /[$#]/)
  return visitor
}

/** Waits until the screen of the terminal shows a text. */
export async function untilShown(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('.xterm-rows').getByText(text).first().waitFor()
}

/** Types a line into the shell. */
export async function typeLine(page: Page, line: string): Promise<void> {
  await page.keyboard.type(`${line}\n`)
}

/** Waits until an element has the focus. */
export async function untilFocused(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
}
