/** Sign-in with a provider in a real browser, at the certified provider made to look like two. */
import { directory } from '@gatehouse/oidc/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../testing/find-browser.ts'
import { codeIn } from '../testing/mail-server.ts'
import { enter, switchOtp } from '../testing/people.ts'
import { unlimited } from '../testing/unlimited.ts'
import {
  type OidcEnvironment,
  openOidcEnvironment,
  type ProviderName,
} from './support/oidc-environment.ts'

const executablePath = findBrowser()
const describeInBrowser = executablePath === undefined ? describe.skip : describe

let environment: OidcEnvironment
let browser: Browser
let context: BrowserContext
/** Everything that any server was asked for, as address and referrer. */
const asked: string[] = []

describeInBrowser('in a browser', () => {
  beforeAll(async () => {
    environment = await openOidcEnvironment(unlimited)
    const args = ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  })
  beforeAll(openContext)
  afterEach(async () => {
    await context.close()
    await openContext()
  })
  afterAll(async () => {
    await browser.close()
    await environment.close()
  })

  it('T-48: a person signs in with a provider like Google, and sees who they are', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('google', {
      email: someone.email,
      email_verified: true,
      hd: 'example.com',
    })
    const page = await begin('provider_b')
    await signInAs(page, 'google')
    await heading(page, 'Machines')
    await page.getByText(someone.company_name).first().waitFor()
    expect(page.url()).toBe(`${environment.base}/dashboard`)
    expect(await context.cookies(environment.base)).not.toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('oidc') }),
    )
    // T-48: no server was ever told a token, in an address or as the page a person came from.
    expect(asked.filter((line) => /token=|eyJ/.test(line))).toEqual([])
  })

  it('somebody signs in with a provider like Entra, picks an organization and gives its code', async () => {
    const first = await environment.signUpVerified()
    const second = await environment.signUpVerified({ email: first.email })
    await switchOtp(environment.api, (await enter(environment.api, second)).token, true)
    environment.a.people.set('entra', { email: first.email, tid: directory, xms_edov: '1' })

    const page = await begin('provider_a')
    await signInAs(page, 'entra')
    await heading(page, 'Choose an organization')
    await page.getByRole('button', { name: second.company_name }).click()
    await heading(page, 'Enter your code')
    await page
      .getByLabel('Code from the mail')
      .fill(codeIn(await environment.mail.waitFor(first.email, /code/i)))
    await page.keyboard.press('Enter')
    await heading(page, 'Machines')
    await page.getByText(second.company_name).first().waitFor()
    expect(page.url()).toBe(`${environment.base}/dashboard`)
    expect(asked.filter((line) => /token=|eyJ/.test(line))).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
  })

  it.each(['/machines/demo/terminal', '/account#password'])(
    'a person who began at %s comes back to it',
    async (address) => {
      const someone = await environment.signUpVerified()
      environment.b.people.set('bookmark', { email: someone.email, email_verified: true })
      const page = await begin('provider_b', address)
      await signInAs(page, 'bookmark')
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      const [path, section] = address.split('#')
      await page.waitForURL(`${environment.base}${path}`)
      if (section) await page.locator(`#${section}:focus`).waitFor()
    },
  )

  it('somebody changes their mind, and then does sign in', async () => {
    const someone = await environment.signUpVerified()
    environment.b.people.set('hesitant', { email: someone.email, email_verified: true })
    const page = await begin('provider_b')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('The sign-in was cancelled').waitFor()
    await page.locator('a[href$="provider_b"]').click()
    await signInAs(page, 'hesitant')
    await heading(page, 'Machines')
  })

  it('T-44: somebody signs in from two tabs at the same time', async () => {
    const someone = await environment.signUpVerified()
    const claims = { email: someone.email, tid: directory, xms_edov: true }
    environment.a.people.set('tabs', claims)
    environment.b.people.set('tabs', { email: someone.email, email_verified: true })
    const [one, other] = [await begin('provider_a'), await begin('provider_b')]
    await signInAs(other, 'tabs')
    await heading(other, 'Machines')
    await signInAs(one, 'tabs')
    await heading(one, 'Machines')
  })

  it('T-49: somebody without an account is told what to do, and the back button does no harm', async () => {
    environment.b.people.set('stranger', { email: 'stranger@example.com', email_verified: true })
    const page = await begin('provider_b')
    await signInAs(page, 'stranger')
    await page.getByRole('alert').getByText('No account here has the email address').waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.url()).toMatch(new RegExp(`^${environment.base}/login`))
  })
})

async function openContext(): Promise<void> {
  context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  asked.length = 0
  context.on('request', (request) => {
    asked.push(`${request.url()} from ${request.headers().referer ?? 'nowhere'}`)
  })
}

/** Begins at the sign-in page, or at one that leads there, and ends at the provider's. */
async function begin(provider: ProviderName, address = '/login'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${environment.base}${address}`)
  await page.locator(`a[href$="${provider}"]`).click()
  await heading(page, 'Sign in at the provider')
  return page
}

async function signInAs(page: Page, login: string): Promise<void> {
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}
