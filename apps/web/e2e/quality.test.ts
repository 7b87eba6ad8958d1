import { describe, expect, it } from '@jest/globals'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { visit } from './support/pages-environment.ts'
import { standIn } from './support/stand-in/stand-in.ts'

const environment = environmentOfFile({ BRAND_NAME: 'Acme & Söhne', BRAND_COLOR: '#e8b000' })

describeInBrowser('a page', (browser) => {
  it('is found by password managers and autofill', async () => {
    const { page } = await visit(browser(), environment())
    const kinds = () =>
      page.evaluate(
        `[...document.querySelectorAll('input:not([type=checkbox])')].map((input) => input.autocomplete)`,
      )
    await page.goto('/login')
    await page.getByLabel('Email address').waitFor()
    expect(await kinds()).toEqual(['username', 'current-password'])
    await standIn(page.context())
    await page.goto('/reset-password#token=t')
    await page.getByLabel('New password').waitFor()
    expect(await kinds()).toEqual(['username', 'new-password'])
    await page.goto('/signup')
    await page.getByLabel('Username').waitFor()
    expect(await kinds()).toEqual(expect.arrayContaining(['username', 'new-password']))
  })
})

describeInBrowser('the first load', (browser) => {
  it('is less than 60 KB, and nothing moves while it comes', async () => {
    const { page } = await visit(browser(), environment())
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const bytes: number[] = []
    session.on('Network.loadingFinished', ({ encodedDataLength }) => bytes.push(encodedDataLength))
    // Slow enough for a shift to show.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    })
    await page.addInitScript(`
      window.shifts = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shifts += value
      }).observe({ type: 'layout-shift', buffered: true })
    `)
    await page.goto('/login', { waitUntil: 'networkidle' })
    await page.getByLabel('Email address').waitFor()
    const total = bytes.reduce((sum, each) => sum + each, 0)
    process.stderr.write(`first load: ${bytes.length} requests, ${total} bytes\n`)
    expect(bytes.length).toBeGreaterThanOrEqual(4)
    expect(total).toBeLessThan(60_000)
    expect(await page.evaluate('window.shifts')).toBe(0)
  })
})

describe('the bundle', () => {
  it('holds no more than the code: no secret and no setting is built in', async () => {
    const html = await (await fetch(`${environment().url}/login`)).text()
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const code = await (await fetch(environment().url + script)).text()
    expect(code.length).toBeGreaterThan(10_000)
    expect(code).not.toMatch(/127\.0\.0\.1|localhost|Acme|sourceMappingURL/)
  })
})
