import { expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { pathOf } from './support/pages-environment.ts'
import type { StandIn } from './support/stand-in/stand-in.ts'
import { rightCode } from './support/stand-in/state.ts'
import { enterStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

async function look(browser: Browser) {
  const visitor = await enterStandIn(browser, environment(), { place: 'Organization' })
  await visitor.page.getByLabel('Display name').waitFor()
  return visitor
}

const changes = ({ asked }: StandIn) =>
  asked.filter(({ route }) => route === 'PATCH /organization').map(({ body }) => body)

async function switchCodesOff(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Ask for a code' }).uncheck()
  await page.getByText('This lowers a protection.').waitFor()
  await page.getByRole('button', { name: 'Save codes' }).click()
}

describeInBrowser('the organization', (browser) => {
  it('gets another name, which the bar shows at once', async () => {
    const { page, service, complaints } = await look(browser())
    await page.getByLabel('Display name').fill('Example AG')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('The name is saved.').waitFor()
    await page.getByRole('button', { name: 'Organization: Example AG' }).waitFor()
    expect(await page.getByLabel('Short name').isDisabled()).toBe(true)
    expect(changes(service)).toEqual([{ name: 'Example AG' }])
    expect(complaints).toEqual([])
  })

  it('changes who gives no code, and how long a session lasts', async () => {
    const { page, service } = await look(browser())
    await page.getByLabel('Command line').uncheck()
    await page.getByRole('button', { name: 'Save codes' }).click()
    await page.getByText('The rules for codes are saved.').waitFor()
    expect(await page.getByText('This lowers a protection.').count()).toBe(0)
    await page.getByLabel('Sign in again after').selectOption('30 days')
    await page.getByText('A stolen device stays signed in for longer.').waitFor()
    await page.getByRole('button', { name: 'Save length' }).click()
    await page.getByText('The length of a session is saved.').waitFor()
    expect(changes(service)).toEqual([
      { otp_enabled: true, otp_exempt_clients: [] },
      { max_session_days: 30 },
    ])
  })

  it('asks whoever signed in long ago for the password and a code, and keeps the form', async () => {
    const { page, service, complaints } = await look(browser())
    service.state.authTime -= 3600
    service.state.wantsCode = true
    await page.getByLabel('Display name').fill('Not saved yet')
    await switchCodesOff(page)
    await page.getByRole('heading', { name: 'Show that it is you' }).waitFor()
    await page.getByText('One-time codes: off').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('wrong\n')
    await page.getByText('That is not the password of this account.').waitFor()
    await page.getByLabel('Password of ada@example.com').fill(service.state.password)
    await page.keyboard.press('Enter')
    const code = page.getByLabel('Code from the mail to ada@example.com')
    await code.waitFor()
    await code.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(`${rightCode}\n`)
    await page.getByText('The rules for codes are saved.').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Not saved yet')
    expect(service.state.organization.otp_enabled).toBe(false)
    expect(complaints).toEqual([])
  })

  it('stays as it is for whoever thinks better of it', async () => {
    const { page, service } = await look(browser())
    service.state.authTime -= 3600
    await switchCodesOff(page)
    await page.getByRole('heading', { name: 'Show that it is you' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('nothing was changed').waitFor()
    expect(await page.getByRole('switch').isChecked()).toBe(false)
    expect(service.state.organization.otp_enabled).toBe(true)
  })

  it('is closed only once its name is typed, and signs everyone out', async () => {
    const { page, service } = await look(browser())
    await page.getByRole('button', { name: 'Close Example GmbH…' }).click()
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('Example\n')
    await page.getByText('Type the name exactly as it stands above.').waitFor()
    await page.getByLabel('To go on, type Example GmbH').fill('Example GmbH')
    await page.getByRole('button', { name: 'Close the organization' }).click()
    await page.getByText('The organization is closed.').waitFor()
    expect(pathOf(page)).toBe('/login')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    const closings = service.asked.filter(({ route }) => route === 'DELETE /organization')
    expect(closings.map(({ body }) => body)).toEqual([{ confirm: 'Example GmbH' }])
  })
})
