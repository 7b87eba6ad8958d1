import { confirm, type Person, signUp, tokensIn } from '@gatehouse/gateway/testing'
import type { Browser, Page } from 'playwright-core'
import { enterDashboard, type PagesEnvironment, type Visitor, visit } from './pages-environment.ts'

/** A person who is invited. */
export interface Colleague {
  readonly email: string
  readonly password: string
}

let people = 0

/** A person with an address of their own, whom others see as Grace Winter. */
export function colleague(): Colleague {
  people += 1
  return { email: `grace${people}@colleagues.example`, password: 'quiet river lamp' }
}

/** An administrator whose address is confirmed, at the list of people. */
export async function administrator(
  browser: Browser,
  environment: PagesEnvironment,
): Promise<Visitor & { readonly ada: Person }> {
  const ada = await signUp(environment.api)
  const mail = await environment.mail.waitFor(ada.email, /confirm/i)
  await confirm(environment.api, ada, tokensIn(mail)[0])
  const visitor = await visit(browser, environment, { timezoneId: 'UTC' })
  await enterDashboard(visitor.page, ada)
  await goTo(visitor.page, 'People')
  return { ...visitor, ada }
}

/** Follows a link of the navigation. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('link', { name: place, exact: true }).click()
}

/** Invites somebody, at the list of people. */
export async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: /Invite (people|the first colleague)/ }).click()
  await page.getByLabel('Email addresses').fill(email)
  await page.getByLabel('Role on machines').fill('operator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText(`is on its way to ${email}`).waitFor()
}

/** Follows the link of the mail in a browser of their own, and joins. */
export async function accept(
  browser: Browser,
  environment: PagesEnvironment,
  { email, password }: Colleague,
): Promise<Visitor> {
  const mail = await environment.mail.waitFor(email, /invit/i)
  const [link = ''] = /http\S+invitation#token=\S+/.exec(mail.text) ?? []
  const visitor = await visit(browser, environment)
  await visitor.page.goto(link)
  await visitor.page.getByLabel('First name').fill('Grace')
  await visitor.page.getByLabel('Last name').fill('Winter')
  await visitor.page.getByLabel('Password', { exact: true }).fill(password)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
  return visitor
}

/** Opens a terminal at the list of machines. */
export async function openTerminal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open terminal on demo' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
}

/** Waits until the terminal is cut off, then for what the page says about the session. */
export async function losesTerminalAndSession(page: Page): Promise<void> {
  await page.getByText('You may no longer use this terminal.').waitFor()
  await page.getByRole('button', { name: 'Close terminal' }).click()
  await page.getByText('Your session has ended.').waitFor()
}
