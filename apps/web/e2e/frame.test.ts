import { expect, it } from '@jest/globals'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { pathOf, visit } from './support/pages-environment.ts'
import { signInTo, standIn } from './support/stand-in/stand-in.ts'

const environment = environmentOfFile()

describeInBrowser('the navigation', (browser) => {
  it('leads an administrator to five places, and says which one this is', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const service = await standIn(page.context())
    await signInTo(page, service)
    const main = page.getByRole('navigation', { name: 'Main' })
    const places = ['Machines', 'People', 'Organization', 'Audit', 'My account']
    expect(await main.getByRole('link').allTextContents()).toEqual(
      places.map((place) => (place === 'My account' ? 'AMy account' : place)),
    )
    for (const place of places.slice(1)) {
      await main.getByRole('link', { name: place }).click()
      const heading = page.getByRole('heading', { level: 1, name: place })
      await heading.waitFor()
      await heading.and(page.locator(':focus')).waitFor()
      expect(await main.locator('[aria-current=page]').textContent()).toContain(place)
      expect(await page.title()).toBe(`${place} · Gatehouse`)
    }
    expect(pathOf(page)).toBe('/account')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('has two places for a member, and the others say whose they are', async () => {
    const { page } = await visit(browser(), environment())
    const service = await standIn(page.context())
    service.state.me = { ...service.state.me, role: 'user' }
    await signInTo(page, service)
    const main = page.getByRole('navigation', { name: 'Main' })
    expect(await main.getByRole('link').count()).toBe(2)
    await page.goto('/people')
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    expect(service.asked.filter(({ route }) => route.includes('/organization/'))).toEqual([])
  })

  it('shows a new role at once: a stale token is renewed and the call repeated, silently', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const service = await standIn(page.context())
    const learnt = page.waitForResponse('**/api/auth/organization')
    await signInTo(page, service)
    await learnt
    service.refuse('GET /organization', 'token_stale')
    service.state.me = { ...service.state.me, role: 'user' }
    await page.getByRole('link', { name: 'Organization', exact: true }).click()
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    const routes = service.asked.map(({ route }) => route)
    expect(routes.filter((route) => route === 'POST /refresh')).toHaveLength(1)
    expect(routes.filter((route) => route === 'GET /organization')).toHaveLength(3)
    expect(complaints).toEqual([])
  })

  it('is behind one button on a phone, which Escape closes', async () => {
    const viewport = { width: 360, height: 740 }
    const { page } = await visit(browser(), environment(), { viewport })
    await signInTo(page, await standIn(page.context()))
    const menu = page.getByRole('button', { name: 'Menu' })
    const link = page.getByRole('link', { name: 'People' })
    expect(await link.isVisible()).toBe(false)
    await menu.click()
    await link.waitFor()
    await page.getByText('Signed in on this device until').waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    await menu.click()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    expect(await link.isVisible()).toBe(false)
  })

  it('leaves the focus at the heading after signing in, so that Tab goes on from there', async () => {
    const { page } = await visit(browser(), environment())
    await signInTo(page, await standIn(page.context()))
    const heading = page.getByRole('heading', { level: 1, name: 'Machines' })
    await heading.and(page.locator(':focus')).waitFor()
  })

  it('can be skipped by keyboard, without a reload', async () => {
    const { page } = await visit(browser(), environment())
    await signInTo(page, await standIn(page.context()))
    await page.evaluate('window.isSame = true')
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    expect(await page.evaluate('window.isSame')).toBe(true)
  })

  it('brings whoever had to sign in first to where they wanted to go', async () => {
    const { page } = await visit(browser(), environment())
    const service = await standIn(page.context())
    await page.goto('/audit')
    await page.getByLabel('Email address').fill(service.state.me.email)
    await page.getByLabel('Password', { exact: true }).fill(service.state.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    // After signing out it is another visit.
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signInTo(page, service)
    expect(pathOf(page)).toBe('/dashboard')
  })
})

describeInBrowser('the menu of organizations', (browser) => {
  it('is used by arrows, first letters and Escape, and gives the focus back', async () => {
    const { page } = await visit(browser(), environment())
    await signInTo(page, await standIn(page.context()))
    const button = page.getByRole('button', { name: 'Organization: Example GmbH' })
    const focused = (name: string) =>
      page.getByRole('menu').locator(':focus').getByText(name).waitFor()
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await focused('Example GmbH')
    await page.keyboard.press('ArrowDown')
    await focused('Example North')
    await page.keyboard.press('c')
    await focused('Create an organization')
    await page.keyboard.press('Home')
    await focused('Example GmbH')
    await page.keyboard.press('End')
    await focused('Create an organization')
    // By more than the first letter, since names often begin alike; a space chooses nothing.
    await page.keyboard.type('example n')
    await focused('Example North')
    const current = page.getByRole('menuitemradio', { checked: true })
    expect(await current.textContent()).toContain('Example GmbH')
    expect(await current.locator('svg').count()).toBe(1)
    expect(await page.getByRole('menuitemradio', { checked: false }).locator('svg').count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    await button.and(page.locator(':focus')).waitFor()
  })
})

describeInBrowser('minutes before the session ends', (browser) => {
  it('of the organization, a band says so, and signing in once more keeps the page as it is', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const service = await standIn(page.context())
    await signInTo(page, service)
    await page.getByRole('link', { name: 'My account' }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.locator('.band').count()).toBe(0)
    // As if the sign-in had been almost 14 days ago, which is what the organization allows.
    await page.evaluate(`
      const session = JSON.parse(sessionStorage.getItem('gatehouse.session'))
      session.claims.authTime -= (14 * 24 * 60 - 4) * 60
      sessionStorage.setItem('gatehouse.session', JSON.stringify(session))
    `)
    await page.reload()
    await page.getByLabel('First name').fill('Augusta')
    await page.getByText('Your session ends in 4 minutes.').waitFor()
    await page.getByRole('button', { name: 'Stay signed in…' }).click()
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type(service.state.password)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('First name').inputValue()).toBe('Augusta')
    expect(complaints).toEqual([])
  })
})
