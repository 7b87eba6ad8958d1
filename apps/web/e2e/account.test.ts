import { expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { pathOf } from './support/pages-environment.ts'
import { enterStandIn, type StandInVisit } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

async function look(browser: Browser, options: StandInVisit = {}) {
  const visitor = await enterStandIn(browser, environment(), { place: 'My account', ...options })
  await visitor.page.getByLabel('First name').waitFor()
  return visitor
}

describeInBrowser('my account', (browser) => {
  it('marks in its contents the part that is read, and the last one at its end', async () => {
    const { page } = await look(browser(), { viewport: { width: 1280, height: 800 } })
    await page.getByText('Command line', { exact: true }).waitFor()
    const marked = page.locator('.contents [aria-current]')
    expect(await marked.textContent()).toBe('Name')
    await page.keyboard.press('End')
    await marked.getByText('Delete my account').waitFor()
    // A part that cannot come to the top is marked when its link was followed.
    await page.getByRole('link', { name: 'API keys' }).press('Enter')
    await marked.getByText('API keys').waitFor()
    await page.keyboard.press('Home')
    await marked.getByText('Name').waitFor()
  })

  it('gets another name', async () => {
    const { page, complaints } = await look(browser())
    await page.getByLabel('First name').fill('')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Fill in this field.').waitFor()
    await page.getByLabel('First name').fill('Augusta')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Your name is saved.').waitFor()
    await page.getByText('Augusta Sommer, ada, Administrator of Example GmbH.').waitFor()
    expect(complaints).toEqual([])
  })

  it('gets another address, by its password and a mail that can be sent again after a while', async () => {
    const { page, service } = await look(browser())
    await page.getByRole('button', { name: 'Change address…' }).click()
    const fresh = page.getByLabel('New address')
    await fresh.and(page.locator(':focus')).waitFor()
    await fresh.fill('ada@new.example')
    const password = page.getByRole('dialog').getByLabel('Current password')
    await password.fill('not mine')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('That is not your current password.').waitFor()
    await password.fill(service.state.password)
    await page.keyboard.press('Enter')
    await page.getByText('Until you open its link, everything stays as it is.').waitFor()
    const again = page.getByRole('button', { name: 'Send the mail again' })
    await again.click()
    const waiting = page.getByRole('button', { name: /^Send again in 0:(?:4[0-2]|3\d)$/ })
    await waiting.waitFor()
    await waiting.focus()
    await page.keyboard.press('Enter')
    const resent = service.asked.filter(({ route }) => route === 'POST /resend-verification')
    expect(resent).toHaveLength(1)
  })

  it('says when the address is not confirmed, and sends the mail again', async () => {
    const { page } = await look(browser(), {
      prepare: ({ state }) => {
        state.me = { ...state.me, email_verified: false }
      },
    })
    await page.getByText('not confirmed yet').waitFor()
    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await page.getByText('A mail is on its way to ada@example.com.').waitFor()
  })

  it('gets another password, and the other sessions are gone', async () => {
    const { page, service } = await look(browser())
    await page.getByText('Safari on iPhone', { exact: true }).waitFor()
    const fresh = page.getByLabel('New password')
    await fresh.fill('short')
    await page.getByText('Too short').waitFor()
    await page.getByLabel('Current password').fill('not mine')
    await fresh.fill('garden-lamp-quiet-river')
    await page.getByText('Very good').waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('That is not your current password.').waitFor()
    await page.getByLabel('Current password').fill(service.state.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await page.getByText('Safari on iPhone', { exact: true }).waitFor({ state: 'detached' })
    expect(await fresh.inputValue()).toBe('')
  })

  it('is deleted with its password, and the sign-in says so', async () => {
    const { page, service } = await look(browser())
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('not mine\n')
    await page.getByText('That is not your current password.').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(service.state.password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Your account is deleted.').waitFor()
    expect(pathOf(page)).toBe('/login')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  it('of the last administrator stays, and says what to do', async () => {
    const { page, service } = await look(browser())
    service.refuse('DELETE /me', 'last_administrator')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type(`${service.state.password}\n`)
    await page.getByText('You are the last administrator').waitFor()
  })
})

describeInBrowser('my sessions', (browser) => {
  it('end one by one, or all but this one', async () => {
    const { page, service } = await look(browser())
    await page.getByText('this device', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End the session of Command line' }).click()
    await page.getByText('The session of Command line has ended.').waitFor()
    await page.getByRole('button', { name: 'End the other one…' }).click()
    await page.getByRole('button', { name: 'End the others' }).click()
    await page.getByText('All your other sessions have ended.').waitFor()
    expect(service.state.sessions.map(({ current }) => current)).toEqual([true])
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0)
  })
})

describeInBrowser('my API keys', (browser) => {
  it('are made with a name and shown once, with the button to copy at hand', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, service, complaints } = await look(browser(), { permissions })
    await page.getByRole('button', { name: 'New key…' }).click()
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByText('Fill in this field.').waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill('db agents')
    await page.getByLabel('Ends').selectOption('in 30 days')
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByRole('heading', { name: 'The key “db agents” is made' }).waitFor()
    const copy = page.getByRole('button', { name: 'Copy key' })
    await copy.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Copied.').waitFor()
    const key = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(key).toMatch(/^ghk_/)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText(key, { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'db agents' }).waitFor()
    const made = service.asked.filter(({ route }) => route === 'POST /api-keys')
    expect(made.map(({ body }) => body)).toEqual([{ name: 'db agents', expires_in_days: 30 }])
    expect(complaints).toEqual([])
  })

  it('are rotated while the old one works on, and revoked after a question', async () => {
    const { page, service } = await look(browser())
    await page.getByRole('button', { name: 'Rotate… (build agents)' }).click()
    await page.getByLabel('The old key works for another').selectOption('7 days')
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByText('ghk_EXAMPLE_not_a_real_key_rotated').waitFor()
    const rotated = service.asked.filter(({ route }) => route === 'POST /api-keys/{id}/rotate')
    expect(rotated.map(({ body }) => body)).toEqual([{ overlap_hours: 168 }])
    await page.getByRole('button', { name: 'Revoke… (laptop)' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('The key “laptop” is revoked.').waitFor()
    await page.getByRole('row').filter({ hasText: 'laptop' }).waitFor({ state: 'detached' })
  })

  it('are where a page without machines leads to', async () => {
    const { page } = await look(browser())
    await page.getByRole('link', { name: 'Machines', exact: true }).click()
    await page.getByRole('button', { name: 'Make an API key' }).click()
    await page.getByRole('heading', { name: 'New API key' }).waitFor()
  })

  it('names what an agent needs, and no command where the operator has none', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints } = await look(browser(), { permissions })
    const agent = page.getByRole('region', { name: 'Set up an agent' })
    await agent.getByText('An agent is the program that connects a machine.').waitFor()
    await agent.getByText(environment().url).waitFor()
    expect(await agent.locator('pre').count()).toBe(0)
    await agent.getByRole('button', { name: 'Copy (Address of this service)' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(environment().url)
    expect(complaints).toEqual([])
  })
})
