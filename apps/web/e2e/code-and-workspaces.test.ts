import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, enter, type Person, person, signUp, switchOtp } from '@gatehouse/gateway/testing'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { describeInBrowser } from './support/browser.ts'
import {
  openPagesEnvironment,
  type PagesEnvironment,
  pathOf,
  signIn,
  threeSeconds,
  visit,
} from './support/pages-environment.ts'

jest.setTimeout(120_000)

/** A person whose organization asks for a code. */
async function withCodes(
  environment: PagesEnvironment,
  fields: Partial<Person> = {},
): Promise<Person> {
  const someone = await signUp(environment.api, fields)
  const { token } = await enter(environment.api, someone)
  await switchOtp(environment.api, token, true)
  return someone
}

/** A person with the same email and password in two organizations. */
async function inTwo(environment: PagesEnvironment, nameOfSecond: string): Promise<Person> {
  const first = await signUp(environment.api)
  const { email, password } = first
  await signUp(environment.api, { ...person(), email, password, company_name: nameOfSecond })
  return first
}

describeInBrowser('with time enough', (browser) => {
  let environment: PagesEnvironment
  beforeAll(async () => {
    environment = await openPagesEnvironment()
  })
  afterAll(() => environment.close())

  it('a code that was pasted with spaces signs in', async () => {
    const { page, complaints } = await visit(browser(), environment)
    const ada = await withCodes(environment)
    await signIn(page, ada)
    await page.getByText('The code is good for 5 minutes.').waitFor()
    const code = codeIn(await environment.mail.waitFor(ada.email, /code/i))
    const field = page.getByLabel('Code from the mail')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    await field.fill('12345')
    await page.keyboard.press('Enter')
    await page.getByText('Enter the 6 digits of the code.').waitFor()
    await field.fill(` ${code.slice(0, 3)}\u00a0${code.slice(3)} `)
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('a login goes on after a reload, and back leads to the sign-in with the address', async () => {
    const { page } = await visit(browser(), environment)
    const ada = await withCodes(environment)
    await signIn(page, ada)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.reload()
    await page.getByText(ada.username).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe(ada.email)
    await page.goForward()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    // The login was given up by the link.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(pathOf(page)).toBe('/login')
  })

  it('the code is not sent again so soon, and the page says so', async () => {
    const { page, calls } = await visit(browser(), environment)
    const ada = await withCodes(environment)
    await signIn(page, ada)
    const again = page.getByRole('button', { name: /^Send again in 0:[0-3]\d$/ })
    await again.and(page.locator('[aria-disabled=true]')).click({ force: true })
    expect(calls.filter((call) => call.endsWith('/resend-otp'))).toEqual([])
  })

  it('of several organizations one is chosen, and the bar switches to the other', async () => {
    const { page, complaints } = await visit(browser(), environment)
    const ada = await inTwo(environment, 'Second Works')
    await signIn(page, ada)
    await page.getByRole('heading', { name: 'Choose an organization' }).waitFor()
    await page.getByRole('button', { name: 'Second Works' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.getByText('Second Works').waitFor()
    await switcher.click()
    await page.getByRole('menuitemradio', { name: ada.company_name }).click()
    await switcher.getByText(ada.company_name).waitFor()
    expect(complaints).toEqual([])
  })

  it('a session that was left for another organization has ended when that is entered again', async () => {
    const { page, complaints } = await visit(browser(), environment)
    const ada = await inTwo(environment, 'Third Works')
    await signIn(page, ada)
    await page.getByRole('button', { name: ada.company_name }).click()
    const switcher = page.getByRole('button', { name: 'Organization:' })
    // It ends a moment after its organization has been entered again.
    const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    for (const name of ['Third Works', ada.company_name]) {
      await switcher.click()
      await page.getByRole('menuitemradio', { name }).click()
      await switcher.getByText(name).waitFor()
    }
    expect((await ended).ok()).toBe(true)
    await page.getByRole('link', { name: 'My account' }).click()
    await page.getByText('this device', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0)
    // The key is shown by a second session, which ends with neither this one nor the way to other organizations.
    await page.reload()
    await page.getByRole('button', { name: 'Show API key' }).click()
    await page.getByText(/^ghk_/).waitFor()
    await switcher.click()
    await page.getByRole('menuitemradio', { name: 'Third Works' }).click()
    await switcher.getByText('Third Works').waitFor()
    expect(complaints).toEqual([])
  })

  it('a session that was resumed switches after the password, without leaving the page', async () => {
    const { page } = await visit(browser(), environment)
    const ada = await inTwo(environment, 'Fourth Works')
    await signIn(page, ada)
    await page.getByRole('button', { name: ada.company_name }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    // What the browser resumes has no session token.
    await page.evaluate(`{
      const { sessionToken, ...kept } = JSON.parse(sessionStorage['gatehouse.session'])
      sessionStorage['gatehouse.session'] = JSON.stringify(kept)
    }`)
    await page.reload()
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.click()
    await page.getByRole('menuitem', { name: 'Sign in again' }).click()
    await page.getByLabel(`Password of ${ada.email}`).fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('Now you can switch').waitFor()
    await switcher.click()
    await page.getByRole('menuitemradio', { name: 'Fourth Works' }).click()
    await switcher.getByText('Fourth Works').waitFor()
  })

  it('switching to an organization with codes asks for one', async () => {
    const { page } = await visit(browser(), environment)
    const second = await withCodes(environment)
    const { email, password } = second
    const ada = await signUp(environment.api, { ...person(), email, password })
    await signIn(page, ada)
    await page.getByRole('button', { name: ada.company_name }).click()
    await page.getByRole('button', { name: 'Organization:' }).click()
    await page.getByRole('menuitemradio', { name: second.company_name }).click()
    const code = codeIn(await environment.mail.waitFor(email, /code/i))
    await page.getByLabel('Code from the mail').fill(code)
    await page
      .getByRole('button', { name: 'Organization:' })
      .getByText(second.company_name)
      .waitFor()
  })

  it('by keyboard the menu opens, closes with Escape and gives the focus back', async () => {
    const { page } = await visit(browser(), environment)
    await signIn(page, await signUp(environment.api))
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.focus()
    await page.keyboard.press('Enter')
    await page.getByText('You belong to no other organization.').waitFor()
    await page.keyboard.press('Escape')
    await switcher.and(page.locator('[aria-expanded="false"]:focus')).waitFor()
  })
})

describeInBrowser('too late', (browser) => {
  it('an expired code is refused, and another one is mailed and works', async () => {
    const environment = await openPagesEnvironment({ OTP_MINUTES: threeSeconds })
    const { page } = await visit(browser(), environment)
    const ada = await withCodes(environment)
    await signIn(page, ada)
    const old = codeIn(await environment.mail.waitFor(ada.email, /code/i))
    await sleep(3500)
    await page.getByLabel('Code from the mail').fill(old)
    await page.getByText('The code is wrong or has expired.').waitFor()
    // The page counts in whole minutes, so it counts down for as long as after a code that is good.
    await page.getByRole('button', { name: 'Send the code again' }).click({ timeout: 60_000 })
    const fresh = codeIn(await environment.mail.waitFor(ada.email, /code/i, 2))
    await page.getByLabel('Code from the mail').fill(fresh)
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    await environment.close()
  })

  it('an expired session token leads back to the sign-in, or asks to sign in again', async () => {
    const environment = await openPagesEnvironment({ SESSION_TOKEN_MINUTES: threeSeconds })
    const { page } = await visit(browser(), environment)
    const ada = await inTwo(environment, 'Late Works')
    await signIn(page, ada)
    const choice = page.getByRole('button', { name: 'Late Works' })
    await choice.waitFor()
    await sleep(3500)
    await choice.click()
    await page.getByText('This sign-in took too long and has expired.').waitFor()
    expect(pathOf(page)).toBe('/login')

    await signIn(page, ada)
    await choice.click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    await sleep(3500)
    await page.getByRole('button', { name: 'Organization:' }).click()
    await page.getByRole('menuitemradio', { name: ada.company_name }).click()
    await page.getByText('To switch, sign in again').waitFor()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Password of ${ada.email}`).fill(ada.password)
    await page.keyboard.press('Enter')
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.getByText(ada.company_name).waitFor()
    expect(pathOf(page)).toBe('/dashboard')
    await environment.close()
  })
})
