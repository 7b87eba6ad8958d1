import type { Page } from 'playwright-core'
import { type Appearance, goBehindSignIn, press } from './appearance.ts'

/** Presses a button of the page that asks a question. */
function question(name: string): Appearance {
  return {
    async show(page) {
      await goToMyAccount(page)
      await press(page.getByRole('button', { name }).first())
      await page.getByRole('dialog').waitFor()
    },
  }
}

async function goToMyAccount(page: Page): Promise<void> {
  await goBehindSignIn(page, 'My account')
  await page.getByRole('table').waitFor()
  await page.getByText('Command line', { exact: true }).waitFor()
}

/** The page of one's own account, and its questions, by what they are called. */
export const myAccount: Readonly<Record<string, Appearance>> = {
  'my account': {
    async show(page) {
      await goToMyAccount(page)
      await page.getByLabel('New password').fill('quiet river lamp')
    },
  },
  'another address': question('Change address…'),
  'end the other sessions': question('End the 2 others…'),
  'new key': question('New key…'),
  'rotate a key': question('Rotate…'),
  'revoke a key': question('Revoke…'),
  'delete my account': question('Delete my account…'),
  'a key that is made': {
    async show(page) {
      await goToMyAccount(page)
      await press(page.getByRole('button', { name: 'New key…' }))
      await page.getByRole('dialog').getByLabel('Name').fill('db agents')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'The key “db agents” is made' }).waitFor()
    },
  },
}
