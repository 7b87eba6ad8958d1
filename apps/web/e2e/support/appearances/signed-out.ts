import { enter, person, signUp, switchOtp, tokensIn } from '@gatehouse/gateway/testing'
import { signIn } from '../pages-environment.ts'
import { standIn } from '../stand-in/stand-in.ts'
import { tokenOf } from '../stand-in/tokens.ts'
import { type Appearance, press, tick } from './appearance.ts'

/** The pages before the sign-in, by what they are called. */
export const signedOut: Readonly<Record<string, Appearance>> = {
  'sign in': {
    async show(page) {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
    },
  },
  'sign in, with mistakes': {
    async show(page) {
      await page.goto('/login?error=oidc_no_account')
      await press(page.getByRole('button', { name: 'Sign in' }))
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  'sign in, refused': {
    async show(page) {
      const { state } = await standIn(page.context())
      await signIn(page, { email: state.me.email, password: 'not my password' })
      await page.getByText('The email address or the password is wrong.').waitFor()
    },
  },
  'one-time code': {
    async show(page, { api }) {
      const ada = await signUp(api)
      await switchOtp(api, (await enter(api, ada)).token, true)
      await signIn(page, ada)
      await page.getByLabel('Code from the mail').waitFor()
    },
  },
  'one-time code, wrong': {
    async show(page) {
      const { state } = await standIn(page.context(), { wantsCode: true })
      await signIn(page, { email: state.me.email, password: state.password })
      await page.getByLabel('Code from the mail').fill('111111')
      await page.getByText('The code is wrong or has expired.').waitFor()
    },
  },
  workspaces: {
    async show(page, { api }) {
      const ada = await signUp(api)
      const { email, password } = ada
      await signUp(api, { ...person(), email, password })
      await signIn(page, ada)
      await page.locator('.choices button').first().waitFor()
    },
  },
  'sign up': {
    async show(page) {
      await page.goto('/signup')
      await press(page.getByRole('button', { name: 'Create organization' }))
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  'check mail': {
    async show(page) {
      await page.goto('/check-mail')
    },
  },
  'check mail, for a new password': {
    async show(page) {
      await standIn(page.context())
      await page.goto('/forgot-password')
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.keyboard.press('Enter')
      await page.locator('.ways a').nth(1).waitFor()
    },
  },
  'verify email': {
    async show(page, { api, mail }) {
      const ada = await signUp(api)
      const [token] = tokensIn(await mail.waitFor(ada.email, /confirm/i))
      await page.goto(`/verify-email#token=${token}`)
      await tick(page.getByLabel('I don’t know the password'))
      await press(page.getByRole('button', { name: 'Confirm and set password' }))
      await page.getByText('A password has at least 8 characters.').waitFor()
    },
  },
  'dead link': {
    async show(page) {
      await page.goto('/verify-email#token=t')
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    },
  },
  invitation: {
    async show(page) {
      await standIn(page.context())
      await page.goto('/invitation#token=t')
      await press(page.getByRole('button', { name: 'Join Example GmbH' }))
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  'open an organization again': {
    async show(page) {
      await standIn(page.context())
      await page.goto('/reopen-organization#token=t')
    },
  },
  'forgot password': {
    async show(page) {
      await page.goto('/forgot-password')
    },
  },
  'reset password': {
    async show(page) {
      await standIn(page.context())
      await page.goto('/reset-password#token=t')
      await page.getByLabel('New password').waitFor()
    },
  },
  'tokens from an address': {
    async show(page) {
      const { state } = await standIn(page.context())
      await page.goto(`/dashboard#token=${tokenOf(state)}&expires_in=86400`)
      await page.getByRole('heading', { name: 'Sign in here?' }).waitFor()
    },
  },
  'unknown address': {
    async show(page) {
      await page.goto('/no/such/page')
    },
  },
}
