/** Staying signed in, with the gateway as it ships: restarts of the browser, tabs, signing out, blocked storage. */
import { bearer, enter, type Person, signUp } from '@gatehouse/gateway/testing'
import { expect, it } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, pathOf, visit } from './support/pages-environment.ts'
import { makeProfile } from './support/profiles.ts'

const environment = environmentOfFile()

const stay = 'Keep me signed in on this device'
const cookieName = 'gatehouse-session'
const resumed = 'POST /api/auth/kept-session/resume'

/** Signs in with the box ticked, and waits until the browser keeps the session. */
async function enterToStay(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel(stay).check()
  const kept = page.waitForResponse('**/api/auth/kept-session')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect((await kept).status()).toBe(200)
  await atMachines(page)
}

const atMachines = (page: Page) =>
  page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()

const atSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in' }).waitFor()

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === cookieName)

/** Another start of the same browser: cookies and local storage stay, tabs do not. */
async function restart(page: Page, browser: Parameters<typeof visit>[0]) {
  const storageState = await page.context().storageState()
  await page.context().close()
  return visit(browser, environment(), { storageState })
}

describeInBrowser('a person who stays signed in', (browser) => {
  it('is signed in after the browser was ended and started again, at every address', async () => {
    const ada = await signUp(environment().api)
    const profile = await makeProfile()
    try {
      const before = await profile.start(environment().url)
      await enterToStay(await before.newPage(), ada)
      await before.close()
      const after = await profile.start(environment().url)
      for (const address of ['/', '/login', '/dashboard', '/account']) {
        const page = await after.newPage()
        await page.goto(address)
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
        await page.close()
      }
    } finally {
      await profile.remove()
    }
  })

  it('is not, without the box: it is not ticked by itself', async () => {
    const ada = await signUp(environment().api)
    const { page, calls } = await visit(browser(), environment())
    await page.goto('/login')
    expect(await page.getByLabel(stay).isChecked()).toBe(false)
    await enterDashboard(page, ada)
    expect(await cookieOf(page.context())).toBeUndefined()
    const { page: next, calls: later } = await restart(page, browser())
    await next.goto('/')
    await atSignIn(next)
    expect(await next.getByLabel('Email address').inputValue()).toBe('')
    expect([...calls, ...later].filter((call) => call.includes('kept-session'))).toEqual([])
  })

  it('T-108: has a cookie that no script reads and no foreign page can use', async () => {
    const ada = await signUp(environment().api)
    const { page } = await visit(browser(), environment())
    await enterToStay(page, ada)
    const cookie = await cookieOf(page.context())
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    const readable = 'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'
    expect(await page.evaluate(readable)).not.toContain(cookie?.value)
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('eyJ')

    const headers = { Cookie: `${cookieName}=${cookie?.value}` }
    const ask = async (more: Readonly<Record<string, string>>) => {
      const asked = { headers: { ...headers, ...more } }
      const { status, body } = await environment().api.send('POST', resumed.slice(5), asked)
      return [status, body.code]
    }
    const refused = [403, 'origin_not_allowed']
    expect(await ask({ 'Sec-Fetch-Site': 'cross-site' })).toEqual(refused)
    expect(await ask({ Origin: 'https://evil.example' })).toEqual(refused)
    expect(await ask({})).toEqual(refused)
    expect(await ask({ 'Sec-Fetch-Site': 'same-origin' })).toEqual([200, undefined])
  })

  it('goes on when the access token has expired while the computer slept', async () => {
    const ada = await signUp(environment().api)
    const { page } = await visit(browser(), environment())
    await page.clock.install()
    await enterToStay(page, ada)
    const again = page.waitForResponse('**/api/auth/kept-session/resume')
    await page.clock.fastForward('25:00:00')
    expect((await again).status()).toBe(200)
    await page.getByRole('link', { name: 'My account' }).click()
    await page.getByRole('heading', { name: 'My account', exact: true }).waitFor()
    expect(pathOf(page)).toBe('/account')
  })
})

describeInBrowser('the tabs of a browser', (browser) => {
  it.each(['/', '/login', '/dashboard', '/account'])(
    'share a session, at %s too, though nobody asked to stay',
    async (address) => {
      const ada = await signUp(environment().api)
      const first = await visit(browser(), environment())
      await enterDashboard(first.page, ada)
      const second = await first.another()
      await second.page.goto(address)
      await second.page.getByRole('button', { name: 'Sign out' }).waitFor()
      expect(pathOf(second.page)).toBe(address === '/account' ? '/account' : '/dashboard')
      expect(second.calls.filter((call) => call.startsWith('POST'))).toEqual([])
      expect([...first.complaints, ...second.complaints]).toEqual([])
    },
  )

  it('that a browser opens again at once all go on, and ask the service once', async () => {
    const ada = await signUp(environment().api)
    const before = await visit(browser(), environment())
    await enterToStay(before.page, ada)
    const after = await restart(before.page, browser())
    const tabs = [after, await after.another(), await after.another(), await after.another()]
    await Promise.all(tabs.map(({ page }) => page.goto('/')))
    await Promise.all(tabs.map(({ page }) => atMachines(page)))
    expect(tabs.flatMap(({ calls }) => calls).filter((call) => call === resumed)).toEqual([resumed])
    expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  it('are all signed out by one, also for the next start, and the session is over', async () => {
    const ada = await signUp(environment().api)
    const first = await visit(browser(), environment())
    await enterToStay(first.page, ada)
    const stolen = await cookieOf(first.page.context())
    const second = await first.another()
    await second.page.goto('/account')
    await second.page.getByRole('heading', { name: 'My account', exact: true }).waitFor()
    const forgotten = first.page.waitForResponse(
      (response) => response.request().method() === 'DELETE',
    )
    await first.page.getByRole('button', { name: 'Sign out' }).click()
    for (const { page } of [first, second]) await page.getByText('You are signed out.').waitFor()
    expect((await forgotten).status()).toBe(200)
    expect(await cookieOf(first.page.context())).toBeUndefined()
    const headers = {
      Cookie: `${cookieName}=${stolen?.value}`,
      'Sec-Fetch-Site': 'same-origin',
    }
    const { body } = await environment().api.send('POST', resumed.slice(5), { headers })
    expect(body.code).toBe('session_ended')

    await second.page.reload()
    await atSignIn(second.page)
    const { page } = await restart(first.page, browser())
    await page.goto('/')
    await atSignIn(page)
    expect(await page.getByLabel('Email address').inputValue()).toBe(ada.email)
    expect(await page.getByLabel(stay).isChecked()).toBe(true)
  })

  it('T-108: do not sign in again when signing out could not be told to the service', async () => {
    const ada = await signUp(environment().api)
    const { page } = await visit(browser(), environment())
    await enterToStay(page, ada)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    const { page: next } = await restart(page, browser())
    const forgotten = next.waitForResponse((response) => response.request().method() === 'DELETE')
    await next.goto('/')
    expect((await forgotten).status()).toBe(200)
    await atSignIn(next)
    expect(await cookieOf(next.context())).toBeUndefined()
  })
})

describeInBrowser('a session that was kept', (browser) => {
  it('and was ended elsewhere is told so at the next start', async () => {
    const ada = await signUp(environment().api)
    const before = await visit(browser(), environment())
    await enterToStay(before.page, ada)
    const { token } = await enter(environment().api, ada)
    const headers = bearer(token)
    const ended = await environment().api.send('DELETE', '/api/auth/sessions', { headers })
    expect(ended.status).toBe(200)
    const { page } = await restart(before.page, browser())
    await page.goto('/dashboard')
    await page.getByText('Your session has ended. Sign in again to go on.').waitFor()
    expect(await cookieOf(page.context())).toBeUndefined()
  })
})

describeInBrowser('a browser that stores nothing', () => {
  it('B-157: signs in for this tab, and says what that means', async () => {
    const ada = await signUp(environment().api)
    // Chromium's setting "don't allow sites to save data on your device".
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
    const profile = await makeProfile(blocked)
    try {
      const context = await profile.start(environment().url)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto('/login')
      await expect(page.evaluate('sessionStorage')).rejects.toThrow('SecurityError')
      await page.getByText('This browser stores nothing for this site').waitFor()
      expect(await page.getByLabel(stay).count()).toBe(0)
      await page.getByLabel('Email address').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await atMachines(page)
      await page.getByRole('link', { name: 'My account' }).click()
      await page.getByRole('heading', { name: 'My account', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
      for (const address of ['/', '/dashboard', '/signup', '/workspaces', '/otp']) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
      expect(errors).toEqual([])
    } finally {
      await profile.remove()
    }
  })
})
