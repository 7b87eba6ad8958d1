import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import {
  accept,
  administrator,
  colleague,
  invite,
  losesTerminalAndSession,
  openTerminal,
} from './support/colleagues.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, signIn } from './support/pages-environment.ts'

const environment = environmentOfFile({}, { machines: true })

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Grace Winter' })

async function choose(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Grace Winter' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

describeInBrowser('two people of one organization', (browser) => {
  it('meet by an invitation, and what one decides, the other sees at once', async () => {
    const { page, complaints, ada } = await administrator(browser(), environment())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), environment(), person)
    await grace.page.getByText(ada.company_name).first().waitFor()
    expect(await grace.page.getByRole('link', { name: 'People' }).count()).toBe(0)
    await openTerminal(grace.page)

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
    const { page, complaints } = await administrator(browser(), environment())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), environment(), person)
    await openTerminal(grace.page)

    await page.reload()
    await choose(page, 'Disable…')
    await page.getByRole('button', { name: 'Disable Grace' }).click()
    await row(page).getByText('disabled', { exact: true }).waitFor()
    await losesTerminalAndSession(grace.page)
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
