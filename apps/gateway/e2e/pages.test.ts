import { PortError } from '@gatehouse/auth-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Browser, chromium } from 'playwright-core'
import type { PageOperations } from '../test-support/pages/create-stand-in-app.ts'
import { readVerification } from '../test-support/pages/read-verification.ts'
import { closeTabs, hasFocus, tabTo, visit } from '../test-support/pages/visit.ts'
import { findBrowser } from '../testing/find-browser.ts'

jest.setTimeout(60_000)

const executablePath = findBrowser()
const describeInBrowser = executablePath === undefined ? describe.skip : describe

let browser: Browser

describeInBrowser('in a browser, by keyboard alone', () => {
  beforeAll(async () => {
    const args = ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  })
  afterEach(closeTabs)
  afterAll(() => browser.close())

  describe('the page that confirms an address', () => {
    it('T-55: does nothing until the button is pressed, then says that it is done', async () => {
      const { operations, commands, release } = heldVerifyEmail()
      const person = await visit(browser, '/verify-email#token=secret-1', operations)
      const { page } = person
      await tabTo(page, page.getByLabel('Password of your sign-up'))
      await page.getByText('Analytical Engines').waitFor()
      // It asks what the link is about, which changes nothing.
      const posts = person.asked.filter((line) => !line.startsWith('GET '))
      expect(posts).toEqual([expect.stringContaining('/api/auth/verification')])
      await page.keyboard.type('correct horse')
      await tabTo(page, page.getByRole('button', { name: 'Confirm my address' }))
      expect(commands).toEqual([])

      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('Confirming…').waitFor()
      // A second press while the first is under way.
      await page.keyboard.press('Enter')
      release()
      const heading = page.getByRole('heading', { name: 'Your address is confirmed' })
      await heading.waitFor()
      expect(await hasFocus(page, heading)).toBe(true)
      expect(commands).toEqual([{ token: 'secret-1', password: 'correct horse' }])
      expect(person.complaints).toEqual([])
    })

    it('T-92: offers a new password to whoever did not sign up', async () => {
      const { operations, commands, release } = heldVerifyEmail()
      release()
      const person = await visit(browser, '/verify-email#token=secret-1', operations)
      const { page } = person
      await page.getByText('Analytical Engines').waitFor()
      await tabTo(page, page.getByLabel('I signed up and know the password'))
      await page.keyboard.press('ArrowDown')
      const password = page.getByLabel('New password')
      await tabTo(page, password)
      await page.keyboard.type('seven77')
      await page.keyboard.press('Enter')
      await page.getByText('A password has at least 8 characters.').waitFor()
      expect(await hasFocus(page, password)).toBe(true)
      await page.keyboard.type(' and more')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
      expect(commands).toEqual([{ token: 'secret-1', newPassword: 'seven77 and more' }])
      expect(person.complaints).toEqual([])
    })

    it('T-92: tells at the field that the password is wrong, and lets try again', async () => {
      const verifyEmail: PageOperations['verifyEmail'] = async () => ({
        kind: 'refused',
        refusal: 'invalid_credentials',
      })
      const person = await visit(browser, '/verify-email#token=t', {
        verifyEmail,
        readVerification,
      })
      const { page } = person
      const password = page.getByLabel('Password of your sign-up')
      await tabTo(page, password)
      await page.keyboard.type('wrong horse')
      await page.keyboard.press('Enter')
      await page.getByText('That is not the password of this account.').waitFor()
      expect(await hasFocus(page, password)).toBe(true)
      expect(await password.getAttribute('aria-invalid')).toBe('true')
    })

    it('lets no address hold the token', async () => {
      const person = await visit(browser, '/verify-email#token=secret-1', { readVerification })
      await person.page.getByRole('button', { name: 'Confirm my address' }).waitFor()
      expect(person.page.url()).toBe(`${person.url}/verify-email`)
      expect(person.asked.filter((line) => line.includes('secret-1'))).toEqual([])
    })

    it('takes the newer of two links opened in the same tab', async () => {
      const { operations, commands, release } = heldVerifyEmail()
      release()
      const person = await visit(browser, '/verify-email#token=secret-1', operations)
      const { page, url } = person
      await page.getByRole('button', { name: 'Confirm my address' }).waitFor()
      const reloaded = page.waitForEvent('load')
      await page.goto(`${url}/verify-email#token=secret-2`)
      await reloaded
      await tabTo(page, page.getByLabel('Password of your sign-up'))
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
      expect(commands).toEqual([{ token: 'secret-2', password: 'correct horse' }])
    })

    it('says why a link does not work, and what to do', async () => {
      const dead: PageOperations['readVerification'] = async () => ({
        kind: 'refused',
        refusal: 'verification_token_invalid',
      })
      const person = await visit(browser, '/verify-email#token=used', { readVerification: dead })
      const { page } = person
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
      expect(await page.getByRole('listitem').count()).toBe(3)
      expect(person.complaints).toEqual([])
    })

    it('says when to try again, and keeps the button for it', async () => {
      const verifyEmail: PageOperations['verifyEmail'] = async () => ({
        kind: 'refused',
        refusal: 'rate_limited',
        retryAfter: 61,
      })
      const person = await visit(browser, '/verify-email#token=early', {
        verifyEmail,
        readVerification,
      })
      const { page } = person
      await tabTo(page, page.getByLabel('Password of your sign-up'))
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('Try again in 2 minutes.').waitFor()
    })

    it('survives a lost connection', async () => {
      const { operations, commands, release } = heldVerifyEmail()
      release()
      const person = await visit(browser, '/verify-email#token=secret-1', operations)
      const { page } = person
      await tabTo(page, page.getByLabel('Password of your sign-up'))
      await page.keyboard.type('correct horse')
      await person.setOffline(true)
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('The service cannot be reached.').waitFor()
      await person.setOffline(false)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
      expect(commands).toHaveLength(1)
    })

    it('says so when the link brought no token', async () => {
      const person = await visit(browser, '/verify-email')
      await person.page.getByRole('heading', { name: 'Open the link in your mail' }).waitFor()
      expect(await person.page.getByRole('button').count()).toBe(0)
    })
  })

  describe('the page that sets a new password', () => {
    it('shows the password on demand, saves it and says so', async () => {
      const { resetPassword, commands } = recordingResetPassword({ kind: 'password_reset' })
      const person = await visit(browser, '/reset-password#token=secret-1', { resetPassword })
      const { page } = person
      const password = page.getByLabel('New password')
      await tabTo(page, password)
      await page.keyboard.type('correct horse')
      await tabTo(page, page.getByRole('button', { name: 'Show password' }))
      await page.keyboard.press('Enter')
      expect(await password.getAttribute('type')).toBe('text')
      await tabTo(page, page.getByRole('button', { name: 'Save new password' }))
      await page.keyboard.press('Enter')
      const heading = page.getByRole('heading', { name: 'Your password is changed' })
      await heading.waitFor()
      expect(await hasFocus(page, heading)).toBe(true)
      expect(await page.locator('input').count()).toBe(0)
      expect(commands).toEqual([{ resetToken: 'secret-1', newPassword: 'correct horse' }])
      expect(page.url()).toBe(`${person.url}/reset-password`)
      expect(person.asked.filter((line) => /secret|horse/.test(line))).toEqual([])
      expect(person.complaints).toEqual([])
    })

    it('tells at the field what is wrong with it, before it asks the service', async () => {
      const { resetPassword, commands } = recordingResetPassword({ kind: 'password_reset' })
      const person = await visit(browser, '/reset-password#token=secret-1', { resetPassword })
      const { page } = person
      const password = page.getByLabel('New password')
      await tabTo(page, password)
      await page.keyboard.type('seven77')
      await page.keyboard.press('Enter')
      await page.getByText('A password has at least 8 characters.').waitFor()
      expect(await password.getAttribute('aria-invalid')).toBe('true')
      expect(await password.getAttribute('aria-describedby')).toContain('password-error')
      expect(commands).toEqual([])
    })

    it('tells at the field what the service finds wrong with it, and lets go on', async () => {
      const message = 'This password is one of the most common ones.'
      const { resetPassword, commands } = recordingResetPassword(
        { kind: 'invalid', errors: [{ field: 'newPassword', rule: 'too_common', message }] },
        { kind: 'password_reset' },
      )
      const person = await visit(browser, '/reset-password#token=secret-1', { resetPassword })
      const { page } = person
      const password = page.getByLabel('New password')
      await tabTo(page, password)
      await page.keyboard.type('password1')
      await page.keyboard.press('Enter')
      await page.getByText(message).waitFor()
      expect(await hasFocus(page, password)).toBe(true)
      await page.keyboard.type(' and more')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
      const passwords = commands.map(({ newPassword }) => newPassword)
      expect(passwords).toEqual(['password1', 'password1 and more'])
      expect(person.complaints).toEqual([])
    })

    it('helps to a new mail when the link is too old', async () => {
      const { resetPassword } = recordingResetPassword({
        kind: 'refused',
        refusal: 'reset_token_invalid',
      })
      const emails: string[] = []
      const forgotPassword: PageOperations['forgotPassword'] = async ({ email }) => {
        emails.push(email)
        return { kind: 'reset_requested' }
      }
      const person = await visit(browser, '/reset-password#token=old', {
        resetPassword,
        forgotPassword,
      })
      const { page } = person
      await tabTo(page, page.getByLabel('New password'))
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
      await tabTo(page, page.getByLabel('Email address'))
      await page.keyboard.type('ada@example.com')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      expect(emails).toEqual(['ada@example.com'])
      expect(person.complaints).toEqual([])
    })

    it('asks for the address when there is no link, and for a whole one', async () => {
      const person = await visit(browser, '/reset-password')
      const { page } = person
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await tabTo(page, page.getByLabel('Email address'))
      await page.keyboard.type('ada@')
      await page.keyboard.press('Enter')
      await page.getByText('Enter an email address, such as').waitFor()
      expect(person.asked.filter((line) => line.startsWith('POST '))).toEqual([])
    })

    it('names the request to tell the operator of when the service fails', async () => {
      const resetPassword: PageOperations['resetPassword'] = async () => {
        throw new PortError('credential_store', 'unavailable')
      }
      const person = await visit(browser, '/reset-password#token=secret-1', { resetPassword })
      const { page } = person
      await tabTo(page, page.getByLabel('New password'))
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('(Request request-1)').waitFor()
      expect(await page.getByLabel('New password').inputValue()).toBe('correct horse')
    })
  })

  describe.each(['/', '/verify-email#token=t', '/reset-password#token=t', '/docs/errors'])(
    'the page %s',
    (path) => {
      it('fits a screen of 360 pixels, and runs no script that somebody else put into it', async () => {
        const person = await visit(browser, path)
        const { page, complaints } = person
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
        expect(complaints).toEqual([])
        await page.evaluate(`
          const script = document.createElement('script')
          script.textContent = 'window.intruder = true'
          document.body.append(script)
        `)
        expect(await page.evaluate('window.intruder')).toBeUndefined()
        expect(complaints).toEqual([expect.stringContaining('Content Security Policy')])
      })
    },
  )

  it('the address without a path leads to the sign-in', async () => {
    const { page, url } = await visit(browser, '/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(page.url()).toBe(`${url}/login`)
  })
})

/** Confirms once released, and remembers what it was given. */
function heldVerifyEmail() {
  const commands: object[] = []
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const verifyEmail: PageOperations['verifyEmail'] = async ({ token, password, newPassword }) => {
    commands.push({ token, ...(password ? { password } : { newPassword }) })
    await promise
    return { kind: 'email_verified', email: 'ada@example.com' }
  }
  return { operations: { verifyEmail, readVerification }, commands, release }
}

type ResetOutcome = Awaited<ReturnType<PageOperations['resetPassword']>>

/** Answers first one thing, then another, and remembers what it was asked. */
function recordingResetPassword(first: ResetOutcome, then = first) {
  const commands: { resetToken: string; newPassword: string }[] = []
  const resetPassword: PageOperations['resetPassword'] = async ({ resetToken, newPassword }) => {
    commands.push({ resetToken, newPassword })
    return commands.length === 1 ? first : then
  }
  return { resetPassword, commands }
}
