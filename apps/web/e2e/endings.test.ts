/** What people end in the pages, with the gateway as it ships: organization, account, sessions, keys. */
import { bearer, enter } from '@gatehouse/gateway/testing'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import {
  accept,
  administrator,
  colleague,
  goTo,
  invite,
  losesTerminalAndSession,
  openTerminal,
} from './support/colleagues.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, pathOf, signIn, visit } from './support/pages-environment.ts'

const environment = environmentOfFile({}, { machines: true })

const dialogText = async (page: Page) => (await page.getByRole('dialog').textContent()) ?? ''

async function isKeptOut(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await signIn(page, person)
  await page.getByText('The email address or the password is wrong.').waitFor()
}

describeInBrowser('an organization that is closed', (browser) => {
  it('ends everyone’s session and terminal, until the link of the mail opens it again', async () => {
    const { page, complaints, ada } = await administrator(browser(), environment())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), environment(), person)
    await openTerminal(grace.page)

    await goTo(page, 'Organization')
    await page.getByRole('button', { name: `Close ${ada.company_name}…` }).click()
    await page.locator('dialog input:focus').waitFor()
    const said = await dialogText(page)
    expect(said).toContain('all people are signed out, and open terminals close')
    expect(said).toContain('all administrators get a mail with a link that opens it again')
    const [, day = 'none'] = /On (.+?) everything is deleted/.exec(said) ?? []
    await page.keyboard.type(`${ada.company_name}\n`)
    await page.getByText('The organization is closed.').waitFor()
    expect(pathOf(page)).toBe('/login')
    await losesTerminalAndSession(grace.page)
    await isKeptOut(grace.page, person)
    await isKeptOut(page, ada)

    const mail = await environment().mail.waitFor(ada.email, /about to be removed/i)
    const [, date = ''] = /removed on (\S+) at/.exec(mail.text) ?? []
    const inWords = new Date(date).toLocaleDateString('en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    expect(inWords).toContain(day)
    expect(environment().mail.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(1)
    const [link = ''] = /http\S+reopen-organization#token=\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await page.getByText('all people can sign in again, with what they had').waitFor()
    await page.getByRole('button', { name: 'Open it again' }).click()
    await page.getByRole('heading', { name: 'The organization is open again' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await enterDashboard(page, ada)
    await enterDashboard(grace.page, person)
    await openTerminal(grace.page)

    const late = await visit(browser(), environment())
    await late.page.goto(link)
    await late.page.getByRole('button', { name: 'Open it again' }).click()
    await late.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect([...complaints, ...grace.complaints, ...late.complaints]).toEqual([])
  })
})

describeInBrowser('one’s own account', (browser) => {
  it('of the last administrator stays, that of a member is gone, from the list of people too', async () => {
    const { page, complaints, ada } = await administrator(browser(), environment())
    const person = colleague()
    await invite(page, person.email)
    const grace = await accept(browser(), environment(), person)

    await goTo(page, 'My account')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('not my password\n')
    await page.getByText('You are the last administrator').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await goTo(page, 'People')
    const row = page.getByRole('row').filter({ hasText: 'Grace Winter' })
    await row.waitFor()

    const other = await grace.another()
    await other.page.goto('/dashboard')
    await openTerminal(other.page)
    await goTo(grace.page, 'My account')
    await grace.page.getByRole('button', { name: 'Delete my account…' }).click()
    await grace.page.locator('dialog input:focus').waitFor()
    const said = await dialogText(grace.page)
    expect(said).toContain(`Delete your account in ${ada.company_name}?`)
    expect(said).toContain('you are signed out on every device, and open terminals close')
    await grace.page.keyboard.type('not my password\n')
    await grace.page.getByText('That is not your current password.').waitFor()
    await grace.page.getByRole('dialog').getByLabel('Current password').fill(person.password)
    await grace.page.keyboard.press('Enter')
    await grace.page.getByText('Your account is deleted.').waitFor()
    expect(pathOf(grace.page)).toBe('/login')
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await isKeptOut(grace.page, person)
    await page.reload()
    await page.getByRole('button', { name: 'Invite the first colleague' }).waitFor()
    expect(await row.count()).toBe(0)
    expect([...complaints, ...grace.complaints, ...other.complaints]).toEqual([])
  })
})

describeInBrowser('all my other sessions', (browser) => {
  it('end on another device with its terminal, and on the command line', async () => {
    const { page, complaints, ada } = await administrator(browser(), environment())
    const laptop = await visit(browser(), environment())
    await enterDashboard(laptop.page, ada)
    await openTerminal(laptop.page)
    const { token } = await enter(environment().api, ada)
    const use = async () =>
      (await environment().api.send('GET', '/api/auth/me', { headers: bearer(token) })).status

    expect(await use()).toBe(200)
    await goTo(page, 'My account')
    await page.getByText('Command line', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End the 2 others…' }).click()
    expect(await dialogText(page)).toContain('You are signed out on every device but this one.')
    await page.getByRole('button', { name: 'End the others' }).click()
    await page.getByText('All your other sessions have ended.').waitFor()
    expect(await use()).toBe(401)
    await losesTerminalAndSession(laptop.page)
    await page.reload()
    await page.getByText('this device', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0)
    expect([...complaints, ...laptop.complaints]).toEqual([])
  })
})

describeInBrowser('an API key', (browser) => {
  it('is made, replaced while the old one works on, and revoked', async () => {
    const { page, complaints, ada } = await administrator(browser(), environment())
    await goTo(page, 'My account')
    const rows = (name: string) => page.getByRole('row').filter({ hasText: name })
    const shown = async () => {
      const key = await page.locator('code').filter({ hasText: /^ghk_/ }).textContent()
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.getByText(key ?? '', { exact: true }).waitFor({ state: 'detached' })
      return key
    }
    await page.getByRole('button', { name: 'New key…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('db agents')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The key “db agents” is made' }).waitFor()
    const made = await shown()
    // A day, and not that it never ends.
    await rows('db agents')
      .getByText(/^\d{1,2} [A-Z][a-z]+/)
      .waitFor()

    await page.getByRole('button', { name: 'Rotate… (db agents)' }).click()
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByRole('heading', { name: 'The key “db agents” is made' }).waitFor()
    expect(await shown()).not.toBe(made)
    await rows('db agents').nth(1).waitFor()

    await page.getByRole('button', { name: 'Rotate… (First key)' }).click()
    await page
      .getByLabel('The old key works for another')
      .selectOption('0 hours: it may be known to others')
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByRole('heading', { name: 'The key “First key” is made' }).waitFor()
    const first = await shown()
    expect((await enter(environment().api, ada)).user.api_key).toBe(first)

    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Revoke… (db agents)' }).first().click()
      expect(await dialogText(page)).toContain('agents that use it lose their connection')
      await page.getByRole('button', { name: 'Revoke the key' }).click()
      await page.getByText('The key “db agents” is revoked.').waitFor()
      await rows('db agents').nth(left).waitFor({ state: 'detached' })
    }
    await goTo(page, 'Audit')
    await page.getByText(`${ada.username} revoked an API key`).first().waitFor()
    expect(await page.getByText(`${ada.username} rotated an API key`).count()).toBe(2)
    expect(complaints).toEqual([])
  })
})
