import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirm, type Person, signUp, tokensIn } from '@gatehouse/gateway/testing'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import {
  enterDashboard,
  openPagesEnvironment,
  type PagesEnvironment,
  signIn,
  startMachines,
  type Visitor,
  visit,
} from './support/pages-environment.ts'

jest.setTimeout(120_000)

let environment: PagesEnvironment
let machines: Awaited<ReturnType<typeof startMachines>>
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-two-people-'))
  machines = await startMachines(dataDir)
  environment = await openPagesEnvironment({ MACHINE_BACKEND_URL: machines.url })
})
afterAll(async () => {
  await environment.close()
  await machines.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Colleague {
  readonly email: string
  readonly password: string
}

/** An administrator whose address is confirmed, at the list of people. */
async function administrator(browser: Browser): Promise<Visitor & { readonly ada: Person }> {
  const ada = await signUp(environment.api)
  const mail = await environment.mail.waitFor(ada.email, /confirm/i)
  await confirm(environment.api, ada, tokensIn(mail)[0])
  const visitor = await visit(browser, environment)
  await enterDashboard(visitor.page, ada)
  await visitor.page.getByRole('link', { name: 'People' }).click()
  return { ...visitor, ada }
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: /Invite (people|the first colleague)/ }).click()
  await page.getByLabel('Email addresses').fill(email)
  await page.getByLabel('Role on machines').fill('operator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText(`is on its way to ${email}`).waitFor()
}

/** Follows the link of the mail, and joins. */
async function accept(browser: Browser, { email, password }: Colleague): Promise<Visitor> {
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

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Grace Winter' })

async function choose(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Grace Winter' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

let people = 0
function colleague(): Colleague {
  people += 1
  return { email: `grace${people}@colleagues.example`, password: 'quiet river lamp' }
}

describeInBrowser('two people of one organization', (browser) => {
  it('meet by an invitation, and what one decides, the other sees at once', async () => {
    const { page, complaints, ada } = await administrator(browser())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), person)
    await grace.page.getByText(ada.company_name).first().waitFor()
    expect(await grace.page.getByRole('link', { name: 'People' }).count()).toBe(0)
    await grace.page.getByRole('button', { name: 'Open terminal on demo' }).click()
    await grace.page.getByText('Connected', { exact: true }).waitFor()

    await page.reload()
    await row(page).getByText('operator').waitFor()
    await choose(page, 'Change role or groups…')
    await page.getByRole('radio', { name: 'Administrator' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await row(page).getByText('Administrator').waitFor()
    // Whatever she asks for next tells her page.
    await grace.page.getByRole('link', { name: 'My account' }).click()
    await grace.page.getByRole('button', { name: 'Leave' }).click()
    await grace.page.getByRole('link', { name: 'People' }).click()
    await grace.page.getByRole('row').filter({ hasText: ada.email }).waitFor()
    expect([...complaints, ...grace.complaints]).toEqual([])
  })

  it('part: who is disabled loses the terminal and the session, and cannot come back', async () => {
    const { page, complaints } = await administrator(browser())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), person)
    await grace.page.getByRole('button', { name: 'Open terminal on demo' }).click()
    await grace.page.getByText('Connected', { exact: true }).waitFor()

    await page.reload()
    await choose(page, 'Disable…')
    await page.getByRole('button', { name: 'Disable Grace' }).click()
    await row(page).getByText('disabled', { exact: true }).waitFor()
    const closed = grace.page.getByText('You may no longer use this terminal.')
    await closed.waitFor({ timeout: 8000 })
    await grace.page.getByRole('button', { name: 'Close terminal' }).click()
    await grace.page.getByText('Your session has ended.').waitFor()
    await signIn(grace.page, person)
    await grace.page.getByText('The email address or the password is wrong.').waitFor()

    await choose(page, 'Enable')
    await row(page).getByText('active').waitFor()
    await enterDashboard(grace.page, person)
    await choose(page, 'Remove from')
    await page.locator('dialog input').fill('grace2')
    await page.getByRole('button', { name: 'Remove Grace' }).click()
    await page.getByText('Grace Winter is removed.').waitFor()
    expect(await row(page).count()).toBe(0)
    await grace.page.getByRole('button', { name: 'Reload' }).click()
    await grace.page.getByText('Your session has ended.').waitFor()
    expect([...complaints, ...grace.complaints]).toEqual([])
  })
})
