import { expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import type { StandIn } from './support/stand-in/stand-in.ts'
import { member } from './support/stand-in/state.ts'
import { enterStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

/** A member who looks at the people of their organization. */
const look = (browser: Browser, prepare?: (service: StandIn) => void) =>
  enterStandIn(browser, environment(), { place: 'People', prepare })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses an action from the menu of a member. */
async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

const askedFor = ({ asked }: StandIn, wanted: string) =>
  asked.filter(({ route }) => route === wanted).map(({ body }) => body)

describeInBrowser('the list of people', (browser) => {
  it('has members and open invitations, and is narrowed by name, state and role', async () => {
    const { page, complaints } = await look(browser())
    await row(page, 'ada@example.com').getByText('you', { exact: true }).waitFor()
    await row(page, 'lin@example.com').getByText('invitation ends in 5 days').waitFor()
    await page.getByText('7 people, 2 open invitations').waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('gra')
    await page.getByText('1 person', { exact: true }).waitFor()
    await page.getByLabel('Name, username or email').fill('')
    await page.getByLabel('Disabled').check()
    await row(page, 'Mika See').getByText('disabled').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByLabel('All', { exact: true }).check()
    await page.getByLabel('Role').selectOption('Administrators')
    await page.getByText('2 people, 1 open invitation').waitFor()

    await page.getByLabel('Name, username or email').fill('grase')
    await page.getByRole('heading', { name: 'No one matches “grase”' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('7 people, 2 open invitations').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows more when asked, and puts the focus on the first new row', async () => {
    const { page } = await look(browser(), ({ state }) => {
      const more = Array.from({ length: 60 }, (_, n) => member({ username: `person${n}` }))
      state.members = [...state.members, ...more]
      state.invitations = []
    })
    await page.getByText('50 people so far').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('67 people', { exact: true }).waitFor()
    expect(await page.locator('tr:focus').textContent()).toContain('Person43')
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })

  it('says when it cannot be loaded, and can be tried again', async () => {
    const { page, service } = await look(browser(), (prepared) =>
      prepared.refuse('GET /organization/members', 'away'),
    )
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, 'ada@example.com').waitFor()
    expect(askedFor(service, 'GET /organization/members')).toHaveLength(2)
  })

  it('of one person asks for a second', async () => {
    const { page } = await look(browser(), ({ state }) => {
      state.members = state.members.slice(0, 1)
      state.invitations = []
    })
    await page.getByRole('heading', { name: 'You are the only one here' }).waitFor()
    await page.getByRole('button', { name: 'Invite the first colleague' }).click()
    await page.getByLabel('Email addresses').fill('grace@example.com')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await row(page, 'grace@example.com').getByText('invited', { exact: true }).waitFor()
  })
})

describeInBrowser('an invitation', (browser) => {
  it('goes to several addresses at once, and what is refused stays to be mended', async () => {
    const { page, service, complaints } = await look(browser())
    await page.getByRole('button', { name: 'Invite people' }).click()
    const emails = page.getByLabel('Email addresses')
    await emails.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByText('Enter an email address, such as').waitFor()
    await emails.fill('new@example.com, nobody')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('nobody is not an email address.').waitFor()
    await emails.fill('new@example.com; alex@example.com\nzoe@example.com')
    await page.getByLabel('Role on machines').fill('viewer')
    await page.getByLabel('Groups').fill('ops, dev')
    await page.getByRole('button', { name: 'Send 3 invitations' }).click()
    await page.getByText('alex@example.com: This address is already a member').waitFor()
    expect(await emails.inputValue()).toBe('alex@example.com')
    expect(askedFor(service, 'POST /organization/invitations')[0]).toEqual({
      email: 'new@example.com',
      role: 'user',
      machine_role: 'viewer',
      groups: ['ops', 'dev'],
    })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('on their way to new@example.com and zoe@example.com').waitFor()
    await page.getByRole('button', { name: 'Show them' }).click()
    await page.getByRole('table', { name: 'Open invitations' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(5)
    expect(complaints).toEqual([])
  })

  it('is sent again, and taken back', async () => {
    const { page, service } = await look(browser())
    await choose(page, 'lin@example.com', 'Send again')
    await page.getByText('Another mail is on its way to lin@example.com.').waitFor()
    await choose(page, 'lin@example.com', 'Revoke')
    const safe = page.getByRole('button', { name: 'Cancel' })
    await safe.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Revoke the invitation' }).click()
    await page.getByText('The invitation of lin@example.com is revoked.').waitFor()
    expect(await row(page, 'lin@example.com').count()).toBe(0)
    expect(service.state.invitations).toHaveLength(1)
  })
})

describeInBrowser('a person', (browser) => {
  it('gets another role and groups; only what has changed is sent', async () => {
    const { page, service } = await look(browser())
    await choose(page, 'Grace Winter', 'Change role or groups…')
    await page.getByRole('radio', { name: 'Administrator' }).check()
    await page.getByText('All administrators get a mail about it.').waitFor()
    await page.getByLabel('Groups').fill('ops')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Grace Winter is changed.').waitFor()
    await row(page, 'Grace Winter').getByText('Administrator').waitFor()
    const [sent] = askedFor(service, 'PATCH /organization/members/{id}')
    expect(sent).toEqual({ role: 'company_admin', groups: ['ops'] })
    await choose(page, 'Grace Winter', 'Change role or groups…')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Nothing has been changed.').waitFor()
    expect(askedFor(service, 'PATCH /organization/members/{id}')).toHaveLength(1)
  })

  it('is disabled after a question whose safe answer has the focus, and enabled without one', async () => {
    const { page } = await look(browser())
    await choose(page, 'Grace Winter', 'Disable…')
    await page.getByRole('heading', { name: 'Disable Grace Winter?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const actions = page.getByRole('button', { name: 'Actions for Grace Winter' })
    await actions.and(page.locator(':focus')).waitFor()
    await choose(page, 'Grace Winter', 'Disable…')
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row(page, 'Grace Winter').getByText('disabled').waitFor()
    await choose(page, 'Grace Winter', 'Enable')
    await row(page, 'Grace Winter').getByText('active').waitFor()
  })

  it('is signed out everywhere', async () => {
    const { page, service } = await look(browser())
    await choose(page, 'Kim Berg', 'End sessions…')
    await page.getByRole('button', { name: 'End sessions of Kim' }).click()
    await page.getByText('All sessions of Kim Berg have ended.').waitFor()
    expect(askedFor(service, 'POST /organization/members/{id}/end-sessions')).toHaveLength(1)
  })

  it('is removed only once their username is typed', async () => {
    const { page, service } = await look(browser())
    await choose(page, 'Grace Winter', 'Remove from Example GmbH…')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('grase\n')
    await page.getByText('Type the username exactly as it stands above.').waitFor()
    expect(askedFor(service, 'DELETE /organization/members/{id}')).toEqual([])
    await page.getByLabel('To go on, type the username grace').fill('grace')
    await page.getByRole('button', { name: 'Remove Grace' }).click()
    await page.getByText('Grace Winter is removed.').waitFor()
    expect(await row(page, 'Grace Winter').count()).toBe(0)
  })

  it('who is the last administrator stays one, and the page offers the way out', async () => {
    const { page } = await look(browser(), ({ state }) => {
      state.members = state.members.filter(({ username }) => username !== 'noa')
    })
    await choose(page, 'Ada Sommer', 'Change role or groups…')
    await page.getByRole('radio', { name: 'Member' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'You are the last administrator' }).waitFor()
    await page.getByRole('button', { name: 'Choose an administrator' }).click()
    await row(page, 'Alex Bach').waitFor()
    await row(page, 'ada@example.com').waitFor({ state: 'detached' })
    const find = page.getByLabel('Name, username or email')
    await find.and(page.locator(':focus')).waitFor()
  })
})
