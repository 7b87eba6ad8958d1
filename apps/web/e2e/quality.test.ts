import { enter, person, signUp, switchOtp, tokensIn } from '@gatehouse/gateway/testing'
import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, signIn, visit } from './support/pages-environment.ts'
import { signInTo, standIn } from './support/stand-in/stand-in.ts'

const environment = environmentOfFile({ BRAND_NAME: 'Acme & Söhne', BRAND_COLOR: '#e8b000' })

/** Goes to a place of the navigation, which may be behind its button. */
async function behindSignIn(page: Page, place: string): Promise<void> {
  await signInTo(page, await standIn(page.context()))
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: place, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: place }).waitFor()
}

/** What makes each page appear, by what it is called. */
const appearances: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'sign in': async (page) => {
    await page.goto('/login?error=oidc_no_account')
    await page.getByRole('button', { name: 'Sign in' }).click()
  },
  'one-time code': async (page) => {
    const ada = await signUp(environment().api)
    await switchOtp(environment().api, (await enter(environment().api, ada)).token, true)
    await signIn(page, ada)
    await page.getByLabel('Code from the mail').waitFor()
  },
  workspaces: async (page) => {
    const ada = await signUp(environment().api)
    const { email, password } = ada
    await signUp(environment().api, { ...person(), email, password })
    await signIn(page, ada)
    await page.locator('.choices button').first().waitFor()
  },
  'sign up': async (page) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create organization' }).click()
  },
  'check mail': async (page) => {
    await page.goto('/check-mail')
  },
  'verify email': async (page) => {
    const ada = await signUp(environment().api)
    const [token] = tokensIn(await environment().mail.waitFor(ada.email, /confirm/i))
    await page.goto(`/verify-email#token=${token}`)
    await page.getByLabel('I don’t know the password').check()
    await page.getByRole('button', { name: 'Confirm and set password' }).click()
    await page.getByText('A password has at least 8 characters.').waitFor()
  },
  'dead link': async (page) => {
    await page.goto('/verify-email#token=t')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  },
  invitation: async (page) => {
    await standIn(page.context())
    await page.goto('/invitation#token=t')
    await page.getByRole('button', { name: 'Join Example GmbH' }).click()
  },
  'open an organization again': async (page) => {
    await standIn(page.context())
    await page.goto('/reopen-organization#token=t')
  },
  'forgot password': async (page) => {
    await page.goto('/forgot-password')
  },
  'reset password': async (page) => {
    await standIn(page.context())
    await page.goto('/reset-password#token=t')
  },
  machines: async (page) => {
    await enterDashboard(page, await signUp(environment().api))
    await page.getByText('No machines yet').waitFor()
    await page.getByRole('button', { name: 'Organization:' }).click()
  },
  people: async (page) => {
    await behindSignIn(page, 'People')
    await page.getByRole('button', { name: 'Actions for Grace Winter' }).click()
    await page.getByRole('menu').waitFor()
  },
  'invite people': async (page) => {
    await behindSignIn(page, 'People')
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByText('Enter an email address, such as').waitFor()
  },
  'open invitations': async (page) => {
    await behindSignIn(page, 'People')
    await page.getByLabel('Invited').check()
    await page.getByRole('table', { name: 'Open invitations' }).waitFor()
  },
  'remove somebody': async (page) => {
    await behindSignIn(page, 'People')
    await page.getByRole('button', { name: 'Actions for Grace Winter' }).click()
    await page.getByRole('menuitem', { name: 'Remove from Example GmbH…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  organization: async (page) => {
    await behindSignIn(page, 'Organization')
    await page.getByRole('switch').uncheck()
    await page.getByText('This lowers a protection.').waitFor()
  },
  'close the organization': async (page) => {
    await behindSignIn(page, 'Organization')
    await page.getByRole('button', { name: 'Close Example GmbH…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  audit: async (page) => {
    await behindSignIn(page, 'Audit')
    await page.locator('summary').first().click()
  },
  'my account': async (page) => {
    await behindSignIn(page, 'My account')
    await page.getByRole('table').waitFor()
    await page.getByLabel('New password').fill('quiet river lamp')
  },
  'a new key': async (page) => {
    await behindSignIn(page, 'My account')
    await page.getByRole('button', { name: 'New key…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('db agents')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The key “db agents” is made' }).waitFor()
  },
}

describeInBrowser('every page', (browser) => {
  const looks = [
    { colorScheme: 'light', width: 1000 },
    { colorScheme: 'dark', width: 360 },
  ] as const
  const cases = Object.keys(appearances).flatMap((name) => looks.map((look) => ({ name, ...look })))

  it.each(cases)(
    '$name, $colorScheme, $width wide: axe finds nothing and nothing is cut off',
    async ({ name, colorScheme, width }) => {
      const viewport = { width, height: 740 }
      const { page, complaints } = await visit(browser(), environment(), { colorScheme, viewport })
      await appearances[name]?.(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await complaintsOfAxe(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.title()).toContain('· Acme & Söhne')
      expect(complaints).toEqual([])
    },
  )

  it('is found by password managers and autofill', async () => {
    const { page } = await visit(browser(), environment())
    const kinds = () =>
      page.evaluate(
        `[...document.querySelectorAll('input:not([type=checkbox])')].map((input) => input.autocomplete)`,
      )
    await page.goto('/login')
    await page.getByLabel('Email address').waitFor()
    expect(await kinds()).toEqual(['username', 'current-password'])
    await standIn(page.context())
    await page.goto('/reset-password#token=t')
    await page.getByLabel('New password').waitFor()
    expect(await kinds()).toEqual(['username', 'new-password'])
    await page.goto('/signup')
    await page.getByLabel('Username').waitFor()
    expect(await kinds()).toEqual(expect.arrayContaining(['username', 'new-password']))
  })
})

describeInBrowser('the first load', (browser) => {
  it('is less than 60 KB, and nothing moves while it comes', async () => {
    const { page } = await visit(browser(), environment())
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const bytes: number[] = []
    session.on('Network.loadingFinished', ({ encodedDataLength }) => bytes.push(encodedDataLength))
    // Slow enough for a shift to show.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    })
    await page.addInitScript(`
      window.shifts = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shifts += value
      }).observe({ type: 'layout-shift', buffered: true })
    `)
    await page.goto('/login', { waitUntil: 'networkidle' })
    await page.getByLabel('Email address').waitFor()
    const total = bytes.reduce((sum, each) => sum + each, 0)
    process.stderr.write(`first load: ${bytes.length} requests, ${total} bytes\n`)
    expect(bytes.length).toBeGreaterThanOrEqual(4)
    expect(total).toBeLessThan(60_000)
    expect(await page.evaluate('window.shifts')).toBe(0)
  })
})

describe('the bundle', () => {
  it('holds no more than the code: no secret and no setting is built in', async () => {
    const html = await (await fetch(`${environment().url}/login`)).text()
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const code = await (await fetch(environment().url + script)).text()
    expect(code.length).toBeGreaterThan(10_000)
    expect(code).not.toMatch(/127\.0\.0\.1|localhost|Acme|sourceMappingURL/)
  })
})
