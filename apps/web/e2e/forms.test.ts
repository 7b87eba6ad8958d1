import { person, signUp } from '@gatehouse/gateway/testing'
import { expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { pathOf, visit } from './support/pages-environment.ts'
import { standIn } from './support/stand-in/stand-in.ts'
import { enterStandIn, visitStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

/** Fills in a field as some password managers do: without an event. */
async function fillSilently(field: Locator, value: string): Promise<void> {
  const id = await field.getAttribute('id')
  await field.page().evaluate(`document.getElementById('${id}').value = ${JSON.stringify(value)}`)
}

const focused = (page: Page, field: Locator) => field.and(page.locator(':focus')).waitFor()

describeInBrowser('a form', (browser) => {
  it('sends what is in its fields, however it came there', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const ada = await signUp(environment().api)
    await page.goto('/login')
    await fillSilently(page.getByLabel('Password', { exact: true }), ada.password)
    // Drawing the form again because of another field leaves the password where it is.
    await page.getByLabel('Email address').fill('somebody')
    await fillSilently(page.getByLabel('Email address'), ada.email)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('sends what is ticked and chosen in it, however that was changed', async () => {
    const ada = await signUp(environment().api)
    const { page } = await visit(browser(), environment())
    await page.goto('/login')
    await page.evaluate(`document.getElementById('stay').checked = true`)
    await fillSilently(page.getByLabel('Email address'), ada.email)
    await fillSilently(page.getByLabel('Password', { exact: true }), ada.password)
    const kept = page.waitForResponse('**/api/auth/kept-session')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect((await kept).status()).toBe(200)

    await page.getByRole('link', { name: 'Organization' }).click()
    await page.getByLabel('Short name').waitFor()
    const days = page.getByRole('combobox')
    await fillSilently(days, '7')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await days.press('Tab')
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON()).toEqual({ max_session_days: 7 })
  })

  it('with choices that nothing has changed sends them as they are', async () => {
    const { page, service } = await enterStandIn(browser(), environment(), {
      place: 'Organization',
      prepare({ state }) {
        const otp_exempt_clients = ['vscode', 'cli']
        state.organization = { ...state.organization, otp_enabled: true, otp_exempt_clients }
      },
    })
    await page.getByRole('button', { name: 'Save codes' }).click()
    await page.getByText('The rules for codes are saved.').waitFor()
    const [sent] = service.asked.filter(({ route }) => route === 'PATCH /organization')
    expect(sent?.body).toEqual({ otp_enabled: true })
  })

  it('in a dialog sends what is in its fields too', async () => {
    const { page, service } = await visitStandIn(browser(), environment())
    await page.goto('/login')
    await fillSilently(page.getByLabel('Email address'), service.state.me.email)
    await fillSilently(page.getByLabel('Password', { exact: true }), service.state.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Invite people' }).click()
    await fillSilently(page.getByLabel('Email addresses'), 'lin@example.net')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('lin@example.net').first().waitFor()
    const sent = service.asked.filter(({ route }) => route === 'POST /organization/invitations')
    expect(sent.map(({ body }) => body)).toMatchObject([{ email: 'lin@example.net' }])
  })

  it('has the focus in its first empty field, on every page', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/login')
    await focused(page, page.getByLabel('Email address'))
    await page.keyboard.type('ada@example.com')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    // The address comes along.
    const email = page.getByLabel('Email address')
    await focused(page, email)
    expect(await email.inputValue()).toBe('ada@example.com')
    await page.goBack()
    await focused(page, page.getByLabel('Password', { exact: true }))
    await page.getByRole('link', { name: 'Sign up' }).click()
    await focused(page, page.getByLabel('First name'))
    await standIn(page.context())
    await page.goto('/reset-password#token=t')
    await focused(page, page.getByLabel('New password'))
  })

  it('keeps a wrong password to be looked at, and takes the next one in its place', async () => {
    const { page, service } = await visitStandIn(browser(), environment())
    await page.goto('/login')
    await page.keyboard.type(service.state.me.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password\n')
    await page.getByText('The email address or the password is wrong.').waitFor()
    const password = page.getByLabel('Password', { exact: true })
    await focused(page, password)
    expect(await password.inputValue()).toBe('not the password')
    await page.keyboard.type(`${service.state.password}\n`)
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
  })

  it('checks a field when it is left for another one, and says nothing of an empty one', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/signup')
    await page.getByLabel('Email address').focus()
    await page.keyboard.press('Tab')
    await focused(page, page.getByLabel('Username'))
    expect(await page.locator('[aria-invalid]').count()).toBe(0)
    await page.getByLabel('Email address').fill('ada@')
    await page.keyboard.press('Tab')
    await page.getByText('Enter an email address, such as').waitFor()
    await focused(page, page.getByLabel('Username'))
    await page.keyboard.type('a')
    await page.keyboard.press('Tab')
    await page.getByText('A username has 3 to 50 characters.').waitFor()
    // What is mended is no longer complained of.
    await page.getByLabel('Email address').fill('ada@example.com')
    expect(await page.getByText('Enter an email address, such as').count()).toBe(0)
  })

  it('hints at caps lock in a password, and says how good a new one is', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/signup')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('short')
    await page.getByText('Too short').waitFor()
    await password.fill('quiet river lamp meadow')
    await page.getByText('Very good').waitFor()
    await page.evaluate(`
      document.getElementById('password').dispatchEvent(
        new KeyboardEvent('keyup', { key: 'A', modifierCapsLock: true, bubbles: true }))
    `)
    await page.getByText('Caps lock is on.').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await standIn(page.context())
    await page.goto('/reset-password#token=t')
    await page.getByLabel('New password').fill('quiet river lamp meadow')
    await page.getByText('Very good').waitFor()
  })
})

describeInBrowser('a sign-up', (browser) => {
  it('proposes the names, by keyboard alone, and leads in', async () => {
    const { page, complaints } = await visit(browser(), environment(), {
      viewport: { width: 360, height: 740 },
    })
    const ada = person()
    await page.goto('/signup')
    await focused(page, page.getByLabel('First name'))
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Lovelace')
    await page.keyboard.press('Tab')
    await page.keyboard.type(ada.email)
    const username = page.getByLabel('Username')
    expect(await username.inputValue()).toBe(ada.email.split('@')[0])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await focused(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(ada.password)
    await page.getByLabel('Display name').focus()
    await page.keyboard.type(`Röckets & Söhne ${ada.organization_name}`)
    const shortName = page.getByLabel('Short name')
    expect(await shortName.inputValue()).toBe(
      `rockets-sohne-${ada.organization_name.toLowerCase().replaceAll(' ', '-')}`,
    )
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.getByText('You are signed in already.').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)

    // The mail can be sent again, here and after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await page.getByText(`A mail is on its way to ${ada.email}.`).waitFor()
    await environment().mail.waitFor(ada.email, /confirm/i, 2)
    await page.getByRole('button', { name: /^Send again in [01]:\d\d$/ }).waitFor()
    await page.getByText('Not your address?').waitFor()
    await page.getByRole('link', { name: 'Go to the machines' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps to a name that the person chose', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/signup')
    await page.getByLabel('Username').fill('countess')
    await page.getByLabel('Email address').fill('ada@example.com')
    expect(await page.getByLabel('Username').inputValue()).toBe('countess')
  })

  it('survives a reload and the way back, but for the password', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/signup')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Display name').fill('Analytical Engines')
    await page.getByLabel('Password', { exact: true }).fill('never to be kept')
    await page.reload()
    await focused(page, page.getByLabel('Last name'))
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await page.getByLabel('Short name').inputValue()).toBe('analytical-engines')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('never to be')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Analytical Engines')
  })
})

describeInBrowser('the page that sets a new password', (browser) => {
  it('says whose it is, to people and to password managers', async () => {
    const { page, service } = await visitStandIn(browser(), environment())
    const { email, tenant_name: organization } = service.state.me
    await page.goto('/reset-password#token=t')
    await page.getByText(`For ${email} in ${organization}.`).waitFor()
    const name = page.locator('input[autocomplete=username]')
    expect([await name.inputValue(), await name.isVisible()]).toEqual([email, false])
    expect(await complaintsOfAxe(page)).toEqual([])
  })

  it('says before anything is typed that a link no longer works', async () => {
    const { page } = await visitStandIn(browser(), environment())
    await page.goto('/reset-password#token=dead')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(await page.getByLabel('New password').count()).toBe(0)
  })
})

describeInBrowser('the link of a mail', (browser) => {
  it('survives a reload until it is used, and is not in the address', async () => {
    const { page, service } = await visitStandIn(browser(), environment())
    await page.goto('/reset-password#token=secret-1')
    await page.getByLabel('New password').waitFor()
    expect(pathOf(page)).toBe('/reset-password')
    await page.reload()
    await page.getByLabel('New password').fill('quiet river lamp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    const [sent] = service.asked.filter(({ route }) => route === 'POST /reset-password')
    expect(sent?.body).toEqual({ reset_token: 'secret-1', new_password: 'quiet river lamp' })
    await page.reload()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })
})
