import { expect, it } from '@jest/globals'
import { myAccount } from './support/appearances/my-account.ts'
import { signedIn } from './support/appearances/signed-in.ts'
import { signedOut } from './support/appearances/signed-out.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { complaintsOfKeyboard } from './support/keyboard.ts'
import { complaintsInEachLook, lookAt, looks } from './support/looks.ts'
import { visit } from './support/pages-environment.ts'

const environment = environmentOfFile(
  { BRAND_NAME: 'Acme & Söhne', BRAND_COLOR: '#e8b000' },
  { machines: true },
)

describeInBrowser('every page and state', (browser) => {
  const appearances = Object.entries({ ...signedOut, ...signedIn, ...myAccount })

  it.each(appearances)(
    '%s: fits on a phone and on large screens, axe finds nothing, and Tab reaches everything in order',
    async (_name, appearance) => {
      const { page, complaints } = await visit(browser(), environment())
      await lookAt(page, looks[0])
      await appearance.show(page, environment())
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.title()).toContain('· Acme & Söhne')
      const inspections = appearance.takesTab ? [] : [complaintsOfKeyboard]
      expect(await complaintsInEachLook(page, ...inspections)).toEqual([])
      expect(complaints).toEqual([])
    },
  )
})
