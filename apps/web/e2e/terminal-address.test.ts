import { type Person, person, signUp } from '@gatehouse/gateway/testing'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { openTerminal } from './support/colleagues.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, pathOf, signIn, visit } from './support/pages-environment.ts'
import { enterTerminal, typeLine, untilFocused, untilShown } from './support/terminal-page.ts'

const environment = environmentOfFile({}, { machines: true })

const question = 'Leave with a shell open?'

/** Marks the shell, so that a new one can be told from it. */
async function mark(page: Page): Promise<void> {
  await typeLine(page, 'mark=kept; echo marked$((1 + 1))')
  await untilShown(page, 'marked2')
}

async function isSameShell(page: Page): Promise<void> {
  await page.locator('.xterm-helper-textarea').focus()
  await typeLine(page, 'echo "still $mark"')
  await untilShown(page, 'still kept')
}

/** Whether leaving is asked about in the very task in which a text appears. */
function isAskedOnceItSays(page: Page, text: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (!document.body.textContent.includes(${JSON.stringify(text)})) return
      const leaving = new Event('beforeunload', { cancelable: true })
      dispatchEvent(leaving)
      resolve(leaving.defaultPrevented)
    }
    const everything = { subtree: true, childList: true, characterData: true }
    new MutationObserver(look).observe(document.body, everything)
  })`)
}

async function fillIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

describeInBrowser('the address of a terminal', (browser) => {
  it('leads to it after a reload, which asks first', async () => {
    const { page, complaints } = await enterTerminal(browser(), environment())
    expect(pathOf(page)).toBe('/machines/demo/terminal')
    expect(await page.title()).toBe('Terminal on demo · Gatehouse')
    await mark(page)
    const asked: string[] = []
    page.once('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await page.getByText('Connected', { exact: true }).waitFor()
    expect([asked, pathOf(page)]).toEqual([['beforeunload'], '/machines/demo/terminal'])
    await typeLine(page, 'exit')
    await page.getByText('The shell has ended.').waitFor()
    // Without a shell there is nothing to ask.
    page.once('dialog', (dialog) => {
      asked.push('again')
      void dialog.accept()
    })
    await page.reload()
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(asked).toEqual(['beforeunload'])
    expect(complaints).toEqual([])
  })

  it('asks nothing from the moment that the page says that the shell has ended', async () => {
    const { page } = await enterTerminal(browser(), environment())
    const isAsked = isAskedOnceItSays(page, 'The shell has ended.')
    await typeLine(page, 'exit')
    expect(await isAsked).toBe(false)
  })

  it('leads to it after a sign-in', async () => {
    const { page } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await page.goto('/machines/demo/terminal')
    await fillIn(page, ada)
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(pathOf(page)).toBe('/machines/demo/terminal')
  })

  it('is left by Back after a question, and the machine’s button has the focus again', async () => {
    const { page } = await enterTerminal(browser(), environment())
    await mark(page)
    await page.goBack()
    await page.getByRole('heading', { name: question }).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(pathOf(page)).toBe('/machines/demo/terminal')
    await isSameShell(page)
    await page.goBack()
    await page.getByRole('button', { name: 'Leave and end the shell' }).click()
    await untilFocused(page, 'Open terminal on demo')
    expect(pathOf(page)).toBe('/dashboard')
    await page.goForward()
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.keyboard.press('Control+F6')
    await untilFocused(page, 'Close terminal')
    await page.keyboard.press('Enter')
    await untilFocused(page, 'Open terminal on demo')
  })

  it('B-159: keeps its shell when the bar is skipped by keyboard', async () => {
    const { page } = await enterTerminal(browser(), environment())
    await mark(page)
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    await isSameShell(page)
    await page.getByRole('link', { name: 'Machines', exact: true }).click()
    await page.getByRole('heading', { name: question }).waitFor()
  })

  it('is asked about before another organization is entered', async () => {
    const ada = await signUp(environment().api)
    const { email, password } = ada
    const other = { ...person(), email, password }
    await signUp(environment().api, other)
    const { page } = await visit(browser(), environment())
    await signIn(page, ada)
    await page.locator('.choices button').filter({ hasText: ada.company_name }).click()
    await openTerminal(page)
    await page.getByRole('button', { name: 'Organization:' }).click()
    await page.getByRole('menuitemradio', { name: other.company_name }).click()
    await page.getByRole('heading', { name: question }).waitFor()
    await page.getByRole('button', { name: 'Leave and end the shell' }).click()
    await page.getByRole('button', { name: `Organization: ${other.company_name}` }).waitFor()
    expect(pathOf(page)).toBe('/dashboard')
  })
})

describeInBrowser('a terminal that cannot be opened', (browser) => {
  it('says at once that there is no such machine', async () => {
    const { page } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await enterDashboard(page, ada)
    await page.goto('/machines/ghost/terminal')
    await page.getByRole('heading', { name: 'No machine “ghost”' }).waitFor()
    await page.getByText(`${ada.company_name} has no machine with this name`).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the machines' }).click()
    await page.getByRole('button', { name: 'Open terminal on demo' }).waitFor()
  })

  it('says that the machine is offline, which the list shows too', async () => {
    const { page } = await visit(browser(), environment())
    const machines = [
      { id: 'demo', name: 'demo', status: 'online' },
      { id: 'db-2', name: 'Database', status: 'offline' },
    ]
    await page.route('**/api/machines', (route) => route.fulfill({ json: { machines } }))
    await enterDashboard(page, await signUp(environment().api))
    const row = page.getByRole('listitem').filter({ hasText: 'Database' })
    await row.getByText('offline', { exact: true }).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.goto('/machines/db-2/terminal')
    await page.getByRole('heading', { name: 'Database is offline' }).waitFor()
    await untilFocused(page, 'Look now')
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Database is offline' }).waitFor()
    await page.unroute('**/api/machines')
    await page.getByRole('button', { name: 'Look now' }).click()
    await page.getByRole('heading', { name: 'No machine “db-2”' }).waitFor()
  })

  it('says at once that the service is away, and opens when it is back', async () => {
    const { page } = await enterTerminal(browser(), environment())
    await environment().gateway().stop()
    await page.getByText('The connection was lost.').waitFor()
    await page.getByText('The service cannot be reached.').waitFor()
    await environment().restart()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Connected again, with a new shell.').waitFor()
  })

  it('names the address where terminals open, on a page of another one', async () => {
    const { url } = environment()
    const elsewhere = url.replace('127.0.0.1', 'localhost')
    const { page } = await visit(browser(), { url: elsewhere })
    await enterDashboard(page, await signUp(environment().api))
    await page.getByRole('button', { name: 'Open terminal on demo' }).click()
    await page.getByText(`Terminals open only at ${url}.`).waitFor()
  })
})
