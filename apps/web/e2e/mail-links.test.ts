import { expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { openPagesEnvironment, pathOf, visit } from './support/pages-environment.ts'
import { type StandIn, signInTo } from './support/stand-in/stand-in.ts'
import { visitStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

async function open(browser: Browser, path: string) {
  const visitor = await visitStandIn(browser, environment())
  await visitor.page.goto(path)
  return visitor
}

const askedFor = ({ asked }: StandIn, wanted: string) =>
  asked.filter(({ route }) => route === wanted).map(({ body }) => body)

describeInBrowser('an invitation', (browser) => {
  it('says who invites to what, and takes in who accepts it', async () => {
    const { page, service, complaints } = await open(browser(), '/invitation#token=secret-1')
    await page.getByRole('heading', { name: 'Join Example GmbH' }).waitFor()
    await page.getByText('Ada Sommer invites lin@example.com as a member.').waitFor()
    expect(pathOf(page)).toBe('/invitation')
    expect(askedFor(service, 'POST /accept-invitation')).toEqual([])
    expect(await page.getByLabel('Username').inputValue()).toBe('lin')
    await page.getByRole('button', { name: 'Join Example GmbH' }).click()
    expect(await page.getByText('Fill in this field.').count()).toBe(3)
    await page.getByLabel('First name').fill('Lin')
    await page.getByLabel('Last name').fill('Berg')
    await page.getByLabel('Password', { exact: true }).fill('quiet river lamp')
    await page.getByLabel('Username').fill('ada')
    await page.keyboard.press('Enter')
    await page.getByText('This username is in use.').waitFor()
    await page.getByLabel('Username').fill('lin')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(askedFor(service, 'POST /accept-invitation').at(-1)).toEqual({
      token: 'secret-1',
      first_name: 'Lin',
      last_name: 'Berg',
      username: 'lin',
      password: 'quiet river lamp',
    })
    expect(complaints).toEqual([])
  })

  it('that works no more says why, and what to do', async () => {
    const { page } = await open(browser(), '/invitation#token=dead')
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(3)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('without a token asks for the whole link', async () => {
    const { page } = await open(browser(), '/invitation')
    await page.getByRole('heading', { name: 'Open the link in your mail' }).waitFor()
  })

  it('can be looked at again when the service was away', async () => {
    const { page, service } = await open(browser(), '/login')
    service.refuse('POST /invitation', 'away')
    await page.goto('/invitation#token=secret-1')
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Join Example GmbH' }).waitFor()
  })
})

describeInBrowser('a link that confirms an address', (browser) => {
  it('names the account, and asks for the password of the sign-up', async () => {
    const { page, service, complaints } = await open(browser(), '/verify-email#token=secret-1')
    await page.getByText('Example GmbH').waitFor()
    expect(askedFor(service, 'POST /verify-email')).toEqual([])
    const password = page.getByLabel('Password of your sign-up')
    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('That is not the password of this account.').waitFor()
    await password.fill(service.state.password)
    await page.keyboard.press('Enter')
    await page.getByText('You are signed in to Example GmbH as ada.').waitFor()
    await page.getByRole('button', { name: 'Go to the machines' }).click()
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
    expect(askedFor(service, 'POST /verify-email').at(-1)).toEqual({
      token: 'secret-1',
      password: 'correct horse battery',
    })
    expect(complaints).toEqual([])
  })

  it('sets a new password for whoever does not know the one before', async () => {
    const { page, service } = await open(browser(), '/verify-email#token=secret-1')
    await page.getByRole('radio', { name: 'I don’t know the password' }).check()
    await page.getByLabel('New password').fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('A password has at least 8 characters.').waitFor()
    await page.getByLabel('New password').fill('quiet river lamp')
    await page.getByRole('button', { name: 'Confirm and set password' }).click()
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    expect(askedFor(service, 'POST /verify-email').at(-1)).toEqual({
      token: 'secret-1',
      new_password: 'quiet river lamp',
    })
  })

  it('needs one press from the person who is signed in to that account', async () => {
    const { page, service } = await open(browser(), '/login')
    await signInTo(page, service)
    await page.goto('/verify-email#token=secret-1')
    await page.getByText('You are signed in to this account.').waitFor()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByText('You are signed in to Example GmbH as ada.').waitFor()
    await page.goto('/verify-email#token=change')
    await page.getByText('Once you confirm, you sign in with ada@example.com').waitFor()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByText('has the address ada@example.com from now on').waitFor()
  })

  it('of a new address asks for the password, and for no new one: it may be mistyped', async () => {
    const { page, service } = await open(browser(), '/verify-email#token=change')
    await page.getByText('Once you confirm, you sign in with ada@example.com').waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    await page.getByLabel('Your password').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('That is not the password of this account.').waitFor()
    await page.getByLabel('Your password').fill(service.state.password)
    await page.keyboard.press('Enter')
    await page.getByText('has the address ada@example.com from now on').waitFor()
    expect(askedFor(service, 'POST /verify-email').at(-1)).toEqual({
      token: 'change',
      password: 'correct horse battery',
    })
  })
})

describeInBrowser('a link that opens an organization again', (browser) => {
  it('does so once the button is pressed', async () => {
    const { page, service } = await open(browser(), '/reopen-organization#token=secret-1')
    const button = page.getByRole('button', { name: 'Open it again' })
    await button.waitFor()
    expect(askedFor(service, 'POST /reopen-organization')).toEqual([])
    await button.click()
    await page.getByRole('heading', { name: 'The organization is open again' }).waitFor()
    expect(askedFor(service, 'POST /reopen-organization')).toEqual([{ token: 'secret-1' }])
    await page.goto('/reopen-organization#token=dead')
    await button.click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })
})

describeInBrowser('where sign-up is closed', (browser) => {
  it('the link to it is left out, and its page says why', async () => {
    const closed = await openPagesEnvironment({ SIGN_UP: 'closed' })
    try {
      const { page, complaints } = await visit(browser(), closed)
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
      await page.goto('/signup')
      await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
      expect(await page.locator('input').count()).toBe(0)
      expect(complaints).toEqual([])
    } finally {
      await closed.close()
    }
  })
})
