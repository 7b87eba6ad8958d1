import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, enter, type Person, signUp, switchOtp } from '@gatehouse/gateway/testing'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import {
  enterDashboard,
  type Machines,
  openPagesEnvironment,
  type PagesEnvironment,
  pathOf,
  startMachines,
  visit,
} from './support/pages-environment.ts'
import { standIn } from './support/stand-in/stand-in.ts'

jest.setTimeout(120_000)

let environment: PagesEnvironment
/** A service whose tokens live for nine seconds. */
let hasty: PagesEnvironment
let machines: Machines

beforeAll(async () => {
  machines = await startMachines()
  environment = await openPagesEnvironment({
    MACHINE_BACKEND_URL: machines.url,
    AGENT_COMMAND: 'acme-agent set up',
  })
  hasty = await openPagesEnvironment({
    MACHINE_BACKEND_URL: machines.url,
    JWT_EXPIRY_HOURS: '0.0025',
  })
})
afterAll(async () => {
  await hasty.close()
  await environment.close()
  await machines.stop()
})

/** The account is the gateway's; what the page says beside the key is not. */
async function enterMyAccount(page: Page, person: Person): Promise<void> {
  await standIn(page.context(), {}, true)
  await enterDashboard(page, person)
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByRole('heading', { name: 'Set up an agent' }).waitFor()
}

async function openTerminal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open terminal on demo' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
}

/** Types a command whose output does not stand in the command itself. */
async function sum(page: Page, one: number, other: number): Promise<void> {
  await page.keyboard.type(`echo is $((${one} + ${other}))\n`)
  await page
    .locator('.xterm-rows')
    .getByText(`is ${one + other}`)
    .waitFor()
}

describeInBrowser('behind the sign-in', (browser) => {
  it('the API key is hidden until asked for, copied, and in the command for the agent', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints } = await visit(browser(), environment, { permissions })
    const ada = await signUp(environment.api)
    await enterMyAccount(page, ada)
    expect(await page.content()).not.toContain('ghk_')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('ghk_')
    await page.getByRole('button', { name: 'Show API key' }).click()
    await page.getByText(/^ghk_/).waitFor()
    const key = await page.locator('.secret code').first().textContent()
    expect(key).toMatch(/^ghk_\S{20,}$/)
    await page.getByRole('button', { name: 'Copy (API key)' }).click()
    await page.getByText('Copied.').first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    await page.getByLabel('User on the machine').fill("o'brien")
    await page.getByRole('button', { name: 'Copy (Set up an agent)' }).click()
    const command = `acme-agent set up --token ${key} --host ${environment.url} --linux-user 'o'\\''brien'`
    await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(command)
    await page.getByRole('button', { name: 'Hide API key' }).click()
    expect(await page.content()).not.toContain(key)
    expect(complaints).toEqual([])
  })

  it('a reload keeps the session and forgets the key, which can be had again for a while', async () => {
    const { page, calls } = await visit(browser(), environment)
    await enterMyAccount(page, await signUp(environment.api))
    await page.reload()
    await page.getByRole('button', { name: 'Show API key' }).click()
    await page.getByText(/^ghk_/).waitFor()
    expect(calls.filter((call) => call === 'POST /api/auth/select-tenant')).toHaveLength(1)
    expect(calls.filter((call) => call.startsWith('DELETE /api/auth/sessions/'))).toHaveLength(1)
    expect(calls).not.toContain('POST /api/auth/logout')
  })

  it('a key whose organization wants a code is shown after it, and the page stays', async () => {
    const { page, complaints } = await visit(browser(), environment)
    const ada = await signUp(environment.api)
    await enterMyAccount(page, ada)
    await page.reload()
    await page.getByRole('heading', { name: 'Set up an agent' }).waitFor()
    await switchOtp(environment.api, (await enter(environment.api, ada)).token, true)
    await page.getByRole('button', { name: 'Show API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('your organization wants a code before it is shown').waitFor()
    const code = codeIn(await environment.mail.waitFor(ada.email, /code/i))
    await dialog.getByRole('textbox').fill(code)
    await page.keyboard.press('Enter')
    await page.getByText(/^ghk_/).waitFor()
    expect(pathOf(page)).toBe('/account')
    expect(complaints).toEqual([])
  })

  it('a key can be had long after signing in, by the password', async () => {
    const { page } = await visit(browser(), environment)
    const ada = await signUp(environment.api)
    await enterMyAccount(page, ada)
    await page.evaluate(`
      const session = JSON.parse(sessionStorage.getItem('gatehouse.session'))
      delete session.sessionToken
      sessionStorage.setItem('gatehouse.session', JSON.stringify(session))
    `)
    await page.reload()
    await page.getByRole('button', { name: 'Show API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This page does not keep the key.').waitFor()
    await dialog.getByLabel('Password').fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText(/^ghk_/).waitFor()
  })

  it('two tabs share a session, one of them renews it, and signing out ends both', async () => {
    const one = await visit(browser(), hasty)
    await enterDashboard(one.page, await signUp(hasty.api))
    const other = await one.another()
    await other.page.goto('/dashboard')
    await other.page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    const refreshes = () =>
      [one, other].map(({ calls }) => calls.filter((call) => call.endsWith('/refresh')).length)
    await sleep(14_000)
    expect(refreshes()).toEqual([expect.any(Number), 0])
    expect(refreshes()[0]).toBeGreaterThanOrEqual(2)
    // Longer than a token lives: both must hold the newer one.
    await other.page.getByRole('button', { name: 'Reload' }).click()
    await other.page.getByText('demo', { exact: true }).waitFor()

    await one.page.close()
    await sleep(8000)
    expect(refreshes()[1]).toBeGreaterThanOrEqual(1)

    const third = await other.another()
    await third.page.goto('/dashboard')
    await third.page.getByRole('button', { name: 'Sign out' }).click()
    await other.page.getByText('You are signed out.').waitFor()
    expect(await other.page.evaluate('sessionStorage.length')).toBe(0)
    expect([...one.complaints, ...other.complaints, ...third.complaints]).toEqual([])
  })

  it('a terminal outlives its token, with the same shell', async () => {
    const { page, complaints } = await visit(browser(), hasty)
    await enterDashboard(page, await signUp(hasty.api))
    await openTerminal(page)
    await sum(page, 40, 2)
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.type('kept=still\n')
    await sleep(12_000)
    await page.keyboard.type('echo "$kept here"\n')
    await page.locator('.xterm-rows').getByText('still here').waitFor()
    // Colours, which a strict policy refuses unless they come by script.
    await page.keyboard.type('printf "\\033[38;2;255;100;0mcolo%s\\n" red\n')
    const colored = page.locator('.xterm-rows span', { hasText: /^colored$/ })
    await colored.waitFor()
    expect(await colored.getAttribute('style')).toContain('rgb(255, 100, 0)')
    expect(complaints).toEqual([])
  })

  it('a terminal comes back when the gateway restarts', async () => {
    const { page, complaints } = await visit(browser(), environment)
    await enterDashboard(page, await signUp(environment.api))
    await openTerminal(page)
    await sum(page, 1, 2)
    await environment.gateway().stop()
    await page.getByText('The connection was lost. Connecting again…').waitFor()
    await environment.restart()
    await page.getByText('Connected again, with a new shell.').waitFor()
    await sum(page, 20, 3)
    await environment.gateway().kill()
    await page.getByText('The connection was lost. Connecting again…').waitFor()
    await environment.restart()
    await page.getByText('Connected again, with a new shell.').waitFor()
    await sum(page, 30, 4)
    expect(complaints).toEqual([])
  })

  it('a terminal is left by keyboard, says when its shell ends, and opens again', async () => {
    const { page } = await visit(browser(), environment)
    await enterDashboard(page, await signUp(environment.api))
    await openTerminal(page)
    await page.keyboard.press('Control+F6')
    const close = page.getByRole('button', { name: 'Close terminal' })
    expect(await close.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(
      await page
        .getByRole('button', { name: 'Screen reader support' })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    await page.locator('.xterm-helper-textarea').focus()
    await page.keyboard.type('exit\n')
    await page.getByText('The shell has ended.').waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByText(/^Connected/).waitFor()
    // The first link of the navigation that leads away asks about the shell.
    await page.getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('heading', { name: 'Leave with a shell open?' }).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText(/^Connected/).waitFor()
    await close.click()
    await page.getByText('demo', { exact: true }).waitFor()
  })

  it('a session that ended elsewhere leads to the sign-in, which says so', async () => {
    const { page } = await visit(browser(), hasty)
    await enterDashboard(page, await signUp(hasty.api))
    const token = await page.evaluate<string>(
      `JSON.parse(sessionStorage.getItem('gatehouse.session')).token`,
    )
    await fetch(`${hasty.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await page.getByText('Your session has ended.').waitFor()
  })

  it('what fails says so, and can be tried again', async () => {
    const { page } = await visit(browser(), environment)
    await page.route('**/api/machines', (route) => route.abort())
    await enterDashboard(page, await signUp(environment.api))
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/api/machines')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/machines', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('.placeholder').waitFor()
    release()
    await page.getByText('demo', { exact: true }).waitFor()
  })
})
