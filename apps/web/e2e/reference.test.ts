import { expect, it } from '@jest/globals'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { complaintsInEachLook } from './support/looks.ts'
import { pathOf, visit } from './support/pages-environment.ts'

const environment = environmentOfFile()

describeInBrowser('the reference of the API', (browser) => {
  it.each(['/docs/', '/docs/errors'])(
    '%s fits on a phone and on a large screen, and axe finds nothing',
    async (path) => {
      const { page, complaints } = await visit(browser(), environment())
      await page.goto(path)
      for (const each of await page.locator('summary').all()) await each.click()
      expect(await complaintsInEachLook(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('leads from an operation to the meaning of a code and back, without a script', async () => {
    const { page } = await visit(browser(), environment(), { javaScriptEnabled: false })
    await page.goto('/docs')
    await page.getByRole('link', { name: 'Log in with email and password' }).click()
    const operation = page.locator('#logIn')
    await operation.getByText('Errors', { exact: true }).click()
    await operation.getByRole('link', { name: 'invalid_credentials' }).click()
    expect(pathOf(page)).toBe('/docs/errors#invalid_credentials')
    await page.getByText('Ask the person again.').waitFor()
    await page.getByRole('link', { name: 'API reference' }).click()
    expect(pathOf(page)).toBe('/docs/')
  })

  it('has commands with the address of this service', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/docs/#openTerminal')
    const command = await page.locator('#openTerminal pre').textContent()
    expect(command).toContain(environment().url.replace('http', 'ws'))
  })
})
