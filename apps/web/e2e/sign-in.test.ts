import { confirm, enter, person, signUp, tokensIn } from '@gatehouse/gateway/testing'
import { describe, expect, it } from '@jest/globals'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterDashboard, pathOf, signIn, visit } from './support/pages-environment.ts'
import { standIn } from './support/stand-in/stand-in.ts'

const environment = environmentOfFile()

describeInBrowser('by the pages a person', (browser) => {
  it('signs up, is signed in, and confirms the address from the mail', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const ada = person()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('First name').fill(ada.first_name)
    await page.getByLabel('Last name').fill(ada.last_name)
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByLabel('Display name').fill(ada.company_name)
    await page.getByLabel('Short name').fill(ada.organization_name)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.getByText(`We have sent a mail to ${ada.email}.`).waitFor()
    await page.getByText('You are signed in already.').waitFor()

    const mail = await environment().mail.waitFor(ada.email, /./)
    const [link = ''] = /http\S+verify-email#token=\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await page.getByText(ada.company_name).waitFor()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    expect(pathOf(page)).toBe('/verify-email')

    await page.getByRole('link', { name: 'Go to the machines' }).click()
    await page.getByText('No machines yet').waitFor()
    await page.getByText(ada.company_name).waitFor()
    expect(pathOf(page)).toBe('/dashboard')
    expect(complaints).toEqual([])
  })

  it('is told at the field what is wrong with a sign-up, and that a name is taken', async () => {
    const { page } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create organization' }).click()
    expect(await page.getByText('Fill in this field.').count()).toBe(7)
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('Email address').fill('grace@example.com')
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByLabel('Display name').fill('Navy')
    await page.getByLabel('Short name').fill('navy')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('This password is one of the most common ones.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('amazing grace 1906')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('This username is in use. Choose another.').waitFor()
    const username = page.getByLabel('Username')
    expect(await username.getAttribute('aria-invalid')).toBe('true')
    expect(await username.and(page.locator(':focus')).count()).toBe(1)
  })

  it('is told that the password is wrong, and may try again', async () => {
    const { page } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await signIn(page, { ...ada, password: 'not the password' })
    await page.getByText('The email address or the password is wrong.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
  })

  it('chooses a new password by mail and signs in with it', async () => {
    const { page } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    const verify = await environment().mail.waitFor(ada.email, /./)
    await confirm(environment().api, ada, tokensIn(verify)[0])
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('If there is an account with this address').waitFor()
    const mail = await environment().mail.waitFor(ada.email, /./, 2)
    const [link = ''] = /http\S+reset-password#token=\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await page.getByLabel('New password').fill('a quite different one')
    await page.getByRole('button', { name: 'Save new password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill('a quite different one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
  })

  it('signs out, and the back button shows nothing of the session', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await page.goto('/signup')
    await enterDashboard(page, ada)
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign up' }).waitFor()
    // The sign-in has nothing to do for a person who is signed in.
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign up' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(complaints).toEqual([])
  })

  it('comes back from a provider that refused, and reads what to do', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/login?error=oidc_no_account')
    const alert = page.getByRole('alert')
    await alert.getByText('No account here has the email address').waitFor()
    expect(pathOf(page)).toBe('/login')
    await page.goto('/login?error=made_up_by_somebody')
    await alert.getByText('Something went wrong.').waitFor()
    await page.goto('/login?error=%3Cimg%20src%3Dx%3E')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await alert.count()).toBe(0)
  })
})

describeInBrowser('tokens that come in the address', (browser) => {
  const fragmentFor = async () => {
    const { token, expires_in, session_token } = await enter(
      environment().api,
      await signUp(environment().api),
    )
    return `#token=${token}&expires_in=${expires_in}&session_token=${session_token}`
  }

  it('T-48: leave it at once, and sign in who went to a provider in this tab', async () => {
    const { page, complaints } = await visit(browser(), environment())
    await standIn(page.context(), {}, true)
    // As the link to a provider on the sign-in page does.
    await page.goto('/signup')
    await page.evaluate(
      `sessionStorage.setItem('gatehouse.hand-over-expected', String(Date.now()))`,
    )
    await page.goto(`/dashboard${await fragmentFor()}`)
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(pathOf(page)).toBe('/dashboard')
    await page.getByRole('link', { name: 'My account' }).click()
    await page.getByRole('button', { name: 'Show API key' }).click()
    await page.getByText(/^ghk_/).waitFor()
    expect(complaints).toEqual([])
  })

  it('sign nobody in by a link alone: the person is asked first', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto(`/dashboard${await fragmentFor()}`)
    await page.getByRole('heading', { name: 'Sign in here?' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await page.goto(`/dashboard${await fragmentFor()}`)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
  })

  it('are of no use when they are none', async () => {
    const { page, complaints } = await visit(browser(), environment())
    await page.goto('/dashboard#token=x&expires_in=86400&session_token=y')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describeInBrowser('the language', (browser) => {
  it('is the one the browser asks for', async () => {
    const { page } = await visit(browser(), environment(), { locale: 'de-AT' })
    await page.goto('/login')
    await page.getByLabel('E-Mail-Adresse').fill('ada@example.com')
    await page.getByLabel('Passwort', { exact: true }).fill('falsch und geraten')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})

describe('a page of another site', () => {
  it('is linked to, and its address is not served here', async () => {
    const answer = await fetch(`${environment().url}/dashboard`)
    expect(await answer.text()).toContain('&quot;dashboard&quot;:&quot;/dashboard&quot;')
  })
})
