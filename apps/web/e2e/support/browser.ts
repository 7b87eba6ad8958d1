import { findBrowser } from '@gatehouse/gateway/testing'
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals'
import { type Browser, chromium } from 'playwright-core'
import { closeTabs } from './pages-environment.ts'

const executablePath = findBrowser()

/**
 * Tests in a real browser; they are skipped where there is none.
 *
 * @param tests Given the browser.
 */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const describeIt = executablePath === undefined ? describe.skip : describe
  describeIt(name, () => {
    let browser: Browser
    beforeAll(async () => {
      const args = ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
      browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
    })
    afterEach(closeTabs)
    afterAll(() => browser.close())
    tests(() => browser)
  })
}
