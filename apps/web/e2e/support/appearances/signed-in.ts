import { signUp } from '@gatehouse/gateway/testing'
import type { Page } from 'playwright-core'
import { openTerminal } from '../colleagues.ts'
import { enterDashboard } from '../pages-environment.ts'
import { signInTo, standIn } from '../stand-in/stand-in.ts'
import { untilShown } from '../terminal-page.ts'
import { type Appearance, goBehindSignIn, press, tick } from './appearance.ts'

const machines = [
  { id: 'demo', name: 'demo', os: 'Debian GNU/Linux 12 (bookworm)', status: 'online' },
  { id: 'db-2', name: 'Database', os: 'Debian GNU/Linux 12 (bookworm)', status: 'offline' },
  { id: 'long', name: 'build-agent-for-release-candidates.north.example.com' },
]

async function signInToMachines(page: Page): Promise<void> {
  await signInTo(page, await standIn(page.context(), { machines }))
}

/** The pages behind the sign-in but that of one's own account, by what they are called. */
export const signedIn: Readonly<Record<string, Appearance>> = {
  machines: {
    async show(page) {
      await signInToMachines(page)
      await page.locator('[data-machine]').first().waitFor()
    },
  },
  'no machines, and the menu of organizations': {
    async show(page) {
      await signInTo(page, await standIn(page.context()))
      await page.getByText('No machines yet').waitFor()
      await press(page.getByRole('button', { name: 'Organization:' }))
      await page.getByRole('menu').waitFor()
    },
  },
  'machines, and the menu of places': {
    async show(page) {
      await signInToMachines(page)
      await press(page.getByRole('button', { name: 'Menu' }))
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    },
  },
  'machines that cannot be loaded': {
    async show(page) {
      await page.route('**/api/machines', (route) => route.abort())
      await signInToMachines(page)
      await page.getByText('The service cannot be reached.').waitFor()
    },
  },
  terminal: {
    async show(page, { api }) {
      await enterDashboard(page, await signUp(api))
      await openTerminal(page)
      await untilShown(page, /[$#]/)
    },
    takesTab: true,
  },
  'leave a terminal': {
    async show(page, { api }) {
      await enterDashboard(page, await signUp(api))
      await openTerminal(page)
      await untilShown(page, /[$#]/)
      await press(page.getByRole('button', { name: 'Menu' }))
      await press(page.getByRole('link', { name: 'My account' }))
      await page.getByRole('dialog').waitFor()
    },
  },
  'terminal of a machine that is offline': {
    async show(page) {
      await signInToMachines(page)
      await page.goto('/machines/db-2/terminal')
      await page.getByRole('heading', { name: 'Database is offline' }).waitFor()
    },
  },
  'terminal of an unknown machine': {
    async show(page) {
      await signInToMachines(page)
      await page.goto('/machines/ghost/terminal')
      await page.getByRole('heading', { name: 'No machine “ghost”' }).waitFor()
    },
  },
  people: {
    async show(page) {
      await goBehindSignIn(page, 'People')
      await press(page.getByRole('button', { name: 'Actions for Grace Winter' }))
      await page.getByRole('menu').waitFor()
    },
  },
  'people, to a member': {
    async show(page) {
      const service = await standIn(page.context())
      service.state.me = { ...service.state.me, role: 'user' }
      await signInTo(page, service)
      await page.goto('/people')
      await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    },
  },
  'the role of a member': {
    async show(page) {
      await goBehindSignIn(page, 'People')
      await press(page.getByRole('button', { name: 'Actions for Grace Winter' }))
      await press(page.getByRole('menuitem', { name: 'Change role or groups…' }))
      await page.getByRole('dialog').waitFor()
    },
  },
  'invite people': {
    async show(page) {
      await goBehindSignIn(page, 'People')
      await press(page.getByRole('button', { name: 'Invite people' }))
      await press(page.getByRole('button', { name: 'Send invitations' }))
      await page.getByText('Enter an email address, such as').waitFor()
    },
  },
  'open invitations': {
    async show(page) {
      await goBehindSignIn(page, 'People')
      await tick(page.getByLabel('Invited'))
      await page.getByRole('table', { name: 'Open invitations' }).waitFor()
    },
  },
  'remove a member': {
    async show(page) {
      await goBehindSignIn(page, 'People')
      await press(page.getByRole('button', { name: 'Actions for Grace Winter' }))
      await press(page.getByRole('menuitem', { name: 'Remove from Example GmbH…' }))
      await page.getByRole('dialog').waitFor()
    },
  },
  organization: {
    async show(page) {
      await goBehindSignIn(page, 'Organization')
      await tick(page.getByRole('switch'))
      await page.getByText('This lowers a protection.').waitFor()
    },
  },
  'sign in once more': {
    async show(page) {
      const { state } = await goBehindSignIn(page, 'Organization')
      state.authTime -= 3600
      await tick(page.getByRole('switch'))
      await press(page.getByRole('button', { name: 'Save codes' }))
      await page.getByRole('heading', { name: 'Show that it is you' }).waitFor()
    },
  },
  'close the organization': {
    async show(page) {
      await goBehindSignIn(page, 'Organization')
      await press(page.getByRole('button', { name: 'Close Example GmbH…' }))
      await page.getByRole('dialog').waitFor()
    },
  },
  audit: {
    async show(page) {
      await goBehindSignIn(page, 'Audit')
      await press(page.locator('summary').first())
    },
  },
  'export the audit': {
    async show(page) {
      await goBehindSignIn(page, 'Audit')
      await press(page.getByRole('button', { name: 'Export…' }))
      await page.getByRole('dialog').waitFor()
    },
  },
}
