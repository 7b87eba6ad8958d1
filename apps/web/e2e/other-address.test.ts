import { expect, it } from '@jest/globals'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { visit } from './support/pages-environment.ts'

const environment = environmentOfFile()

describeInBrowser('a page that is opened at another address', (browser) => {
  it('says before one signs in that terminals do not open there, and leads to where they do', async () => {
    const { page } = await visit(browser(), environment())
    const { url } = environment()
    const other = url.replace('127.0.0.1', 'localhost')
    await page.goto(`${other}/login`)
    await page.getByText('Terminals do not open at this address.').waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('link', { name: `Go to ${url}` }).click()
    await page.waitForURL(`${url}/login`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Terminals do not open').count()).toBe(0)
  })
})
