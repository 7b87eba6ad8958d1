import type { Auth, Membership } from '@gatehouse/auth-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Browser, chromium } from 'playwright-core'
import type { PageOperations } from '../pages/create-stand-in-app.ts'
import { findBrowser } from '../pages/find-browser.ts'
import { endVisits, hasFocus, tabTo, type Visit, visit } from '../pages/visit.ts'

jest.setTimeout(60_000)

const executablePath = findBrowser()
const describeInBrowser = executablePath === undefined ? describe.skip : describe

const offered = [membership('acme', 'Acme Ltd'), membership('globex', 'Globex <b>Inc</b>')]
const listTenants: PageOperations['listTenants'] = async () => ({ kind: 'tenants', offered })
const expiredToken = { kind: 'refused', refusal: 'session_token_invalid' } as const

let browser: Browser

describeInBrowser('in a browser, by keyboard alone', () => {
  beforeAll(async () => {
    const args = ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  })
  afterEach(endVisits)
  afterAll(() => browser.close())

  describe('the page to begin at', () => {
    it('leads to each provider that is set up', async () => {
      const { page, complaints, url } = await visit(browser, '/login')
      await heading(page, 'Sign in')
      const links = page.getByRole('link', { name: /^Continue with/ })
      const addresses = await links.evaluateAll((all) => all.map((one) => Reflect.get(one, 'href')))
      expect(addresses).toEqual(['a', 'b'].map((name) => `${url}/api/auth/oidc/provider_${name}`))
      await tabTo(page, page.getByRole('link', { name: 'Continue with Google' }))
      expect(complaints).toEqual([])
    })

    it.each([
      ['oidc_no_account', 'There is no account for you'],
      ['oidc_cancelled', 'You are not signed in'],
      ['oidc_expired', 'Begin again'],
      ['oidc_rejected', 'The sign-in did not work'],
      ['upstream_unavailable', 'The provider does not answer'],
      ['rate_limited', 'Too many sign-ins'],
      ['internal_error', 'Something went wrong'],
      ['credential_store_unavailable', 'Something went wrong'],
    ])('says after %s what to do, once', async (code, title) => {
      const person = await visit(browser, `/login?error=${code}`)
      const { page } = person
      await heading(page, title)
      expect(await page.getByRole('link', { name: 'Continue with Google' }).count()).toBe(1)
      expect(page.url()).toBe(`${person.url}/login`)
      await page.reload()
      await heading(page, 'Sign in')
      expect(person.complaints).toEqual([])
    })

    it.each(['', 'constructor', '<img src=x onerror=alert(1)>', 'x'.repeat(4000)])(
      'T-47: shows nothing of a code that it does not know',
      async (code) => {
        const { page, complaints } = await visit(
          browser,
          `/login?error=${encodeURIComponent(code)}`,
        )
        await heading(page, 'Something went wrong')
        if (code !== '') expect(await page.locator('body').textContent()).not.toContain(code)
        expect(complaints).toEqual([])
      },
    )
  })

  describe('the workspace picker', () => {
    const path = '/workspaces#session_token=session-1'

    it('T-48: lists what the session token offers, which no address holds', async () => {
      const tokens: string[] = []
      const person = await visit(browser, path, {
        listTenants: async (query) => {
          tokens.push(query.sessionToken)
          return listTenants(query)
        },
      })
      const { page } = person
      await heading(page, 'Choose an organization')
      expect(await page.getByRole('button').allInnerTexts()).toEqual([
        expect.stringMatching(/^Acme Ltd\s+as ada-acme$/),
        expect.stringMatching(/^Globex <b>Inc<\/b>\s+as ada-globex$/),
      ])
      expect(tokens).toEqual(['session-1'])
      expect(page.url()).toBe(`${person.url}/workspaces`)
      expect(person.asked.filter((line) => line.includes('session-1'))).toEqual([])
      expect(person.complaints).toEqual([])
    })

    it('enters the chosen one and hands over to the dashboard', async () => {
      const chosen: string[] = []
      const selectTenant: PageOperations['selectTenant'] = async ({ tenantId }) => {
        chosen.push(tenantId)
        return loggedIn('Globex Inc')
      }
      const person = await visit(browser, path, { listTenants, selectTenant })
      const { page } = person
      await tabTo(page, page.getByRole('button', { name: /Globex/ }))
      await page.keyboard.press('Enter')
      await heading(page, 'You are signed in')
      await page.getByText('Globex Inc').waitFor()
      expect(chosen).toEqual(['globex'])
      expect(page.url()).toBe(`${person.url}/dashboard`)
      expect(person.asked.filter((line) => line.includes('token='))).toEqual([])
      expect(person.complaints).toEqual([])
    })

    it('asks for the code where the organization wants one', async () => {
      const guesses: object[] = []
      const selectTenant: PageOperations['selectTenant'] = async () => ({
        kind: 'otp_required',
        username: 'ada-acme',
        minutes: 5,
        sessionToken: 'session-2',
        offered,
      })
      const verifyOtp: PageOperations['verifyOtp'] = async ({ from: _, ...guess }) => {
        guesses.push(guess)
        return guesses.length === 1 ? { kind: 'refused', refusal: 'otp_invalid' } : loggedIn('Acme')
      }
      const person = await visit(browser, path, { listTenants, selectTenant, verifyOtp })
      const { page } = person
      await tabTo(page, page.getByRole('button', { name: /Acme/ }))
      await page.keyboard.press('Enter')
      await page.getByText('Acme Ltd asks for one more proof').waitFor()
      const code = page.getByLabel('Code')
      expect(await hasFocus(page, code)).toBe(true)
      await page.keyboard.type('12345')
      await page.keyboard.press('Enter')
      await page.getByText('The code has 6 digits.').waitFor()
      await page.keyboard.type('6')
      await page.keyboard.press('Enter')
      await page.getByText('This code is wrong or too old.').waitFor()
      expect(await hasFocus(page, code)).toBe(true)
      await code.fill('123 457')
      await page.keyboard.press('Enter')
      await heading(page, 'You are signed in')
      const guess = { username: 'ada-acme', sessionToken: 'session-1' }
      expect(guesses).toEqual([
        { ...guess, code: '123456' },
        { ...guess, code: '123457' },
      ])
      expect(person.complaints).toEqual([])
    })

    it('sends the code again', async () => {
      const selectTenant: PageOperations['selectTenant'] = async () => ({
        kind: 'otp_required',
        username: 'ada-acme',
        minutes: 1,
        sessionToken: 'session-2',
        offered,
      })
      const resendOtp: PageOperations['resendOtp'] = async () => ({
        kind: 'otp_resent',
        username: 'ada-acme',
        minutes: 1,
      })
      const { page } = await visit(browser, path, { listTenants, selectTenant, resendOtp })
      await page.getByRole('button', { name: /Acme/ }).click()
      await tabTo(page, page.getByRole('button', { name: 'Send the code again' }))
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('The code is on its way again.').waitFor()
    })

    it('says where to go when the session token has expired', async () => {
      const { page, complaints } = await visit(browser, path, {
        listTenants: async () => expiredToken,
      })
      await heading(page, 'Sign in again')
      const link = page.getByRole('link', { name: 'Sign in' })
      expect(await link.getAttribute('href')).toBe('https://id.example/login')
      expect(complaints).toEqual([])
    })

    it('says so when it expires before a choice is made, and without a token', async () => {
      const selectTenant: PageOperations['selectTenant'] = async () => expiredToken
      const { page } = await visit(browser, path, { listTenants, selectTenant })
      await page.getByRole('button', { name: /Acme/ }).click()
      await heading(page, 'Sign in again')
      const without = await visit(browser, '/workspaces')
      await heading(without.page, 'Sign in again')
    })

    it('says so when the service does not answer', async () => {
      const person = await visit(browser, path, { listTenants: () => Promise.reject(new Error()) })
      await heading(person.page, 'The service does not answer')
      await person.page.getByText('(Request request-1)').waitFor()
    })
  })

  describe('the dashboard', () => {
    it('T-48: says who is signed in, and keeps the token out of the address', async () => {
      const person = await visit(browser, `/dashboard#token=${token('Zoë & Söhne')}&expires_in=60`)
      const { page } = person
      await heading(page, 'You are signed in')
      for (const fact of ['ada', 'ada@example.com', 'Zoë & Söhne', 'company admin']) {
        await page.getByText(fact, { exact: true }).waitFor()
      }
      expect(page.url()).toBe(`${person.url}/dashboard`)
      expect(person.complaints).toEqual([])
    })

    it('signs out, and then has nothing to show', async () => {
      const tokens: string[] = []
      const logOut: PageOperations['logOut'] = async (command) => {
        tokens.push(command.token)
        return { kind: 'logged_out' }
      }
      const signedIn = token('Acme')
      const person = await visit(browser, `/dashboard#token=${signedIn}`, { logOut })
      const { page } = person
      await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
      await page.keyboard.press('Enter')
      await heading(page, 'You are signed out')
      expect(tokens).toEqual([signedIn])
      await page.reload()
      await heading(page, 'You are not signed in here')
      expect(person.complaints).toEqual([])
    })

    it.each(['', '#token=', '#token=a.b.c', '#token=a', '#token=a.bnVsbA.c'])(
      'says so when nobody is: %s',
      async (fragment) => {
        const { page, complaints } = await visit(browser, `/dashboard${fragment}`)
        await heading(page, 'You are not signed in here')
        expect(complaints).toEqual([])
      },
    )
  })

  describe.each(['/login', '/login?error=oidc_no_account', '/workspaces#session_token=s'])(
    'the page %s',
    (path) => {
      it('fits a screen of 360 pixels', async () => {
        const { page } = await visit(browser, path, { listTenants })
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      })
    },
  )
})

function heading(page: Visit['page'], name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

function membership(id: string, name: string): Membership {
  const createdAt = new Date('2030-01-01T00:00:00Z')
  return {
    tenant: { id, name, standing: 'active', reservation: '', otpEnabled: false, createdAt },
    account: {
      id: `${id}-1`,
      tenantId: id,
      username: `ada-${id}`,
      email: 'ada@example.com',
      emailCanonical: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'company_admin',
      machineRole: '',
      groups: [],
      apiKey: 'key',
      credentialId: '1',
      credentialVersion: 1,
      standing: 'active',
      createdAt,
    },
  }
}

function loggedIn(organization: string): Awaited<ReturnType<Auth['selectTenant']>> {
  return {
    kind: 'authenticated',
    user: membership('acme', organization),
    token: token(organization),
    expiresIn: 60,
    sessionToken: 'session-3',
    offered,
  }
}

/** Something that looks like an access token to whoever only reads it. */
function token(organization: string): string {
  const claims = {
    username: 'ada',
    email: 'ada@example.com',
    tenant_name: organization,
    role: 'company_admin',
    exp: 1_900_000_000,
  }
  return ['{}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
}
