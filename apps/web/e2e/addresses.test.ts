import { expect, it } from '@jest/globals'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { pathOf, visit } from './support/pages-environment.ts'
import { standIn } from './support/stand-in/stand-in.ts'

const environment = environmentOfFile({ BRAND_NAME: 'Acme & Söhne', BRAND_COLOR: '#e8b000' })

describeInBrowser('an unknown address', (browser) => {
  it.each([
    { colorScheme: 'light', width: 1000, locale: 'en-GB', title: 'There is no such page' },
    { colorScheme: 'dark', width: 360, locale: 'de-AT', title: 'Diese Seite gibt es nicht' },
  ] as const)(
    'is a page of the operator, $colorScheme, $width wide, in $locale',
    async ({ title, width, ...options }) => {
      const { page, complaints } = await visit(browser(), environment(), {
        ...options,
        viewport: { width, height: 740 },
      })
      const answer = await page.goto('/no/such/page')
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByText('Acme & Söhne').waitFor()
      expect(await page.title()).toBe(`${title} · Acme & Söhne`)
      expect(await complaintsOfAxe(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(complaints).toEqual([])
    },
  )

  it('leads back home by keyboard', async () => {
    const { page } = await visit(browser(), environment())
    await page.goto('/no/such/page')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(pathOf(page)).toBe('/login')
  })
})

describeInBrowser('the address that password managers open', (browser) => {
  it('leads to the password of the account, over the sign-in', async () => {
    const { page, complaints } = await visit(browser(), environment())
    const service = await standIn(page.context())
    await page.goto('/.well-known/change-password')
    await page.getByLabel('Email address').fill(service.state.me.email)
    await page.getByLabel('Password', { exact: true }).fill(service.state.password)
    await page.keyboard.press('Enter')
    const password = page.getByRole('heading', { name: 'Password', exact: true })
    await password.and(page.locator(':focus')).waitFor()
    expect(pathOf(page)).toBe('/account')
    expect(complaints).toEqual([])
  })
})

describeInBrowser('without JavaScript', (browser) => {
  it('a page says what it needs, away from the edge', async () => {
    const { page } = await visit(browser(), environment(), {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    await page.goto('/login')
    const box = await page.locator('noscript p[lang=en]').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(16)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(344)
  })
})
