import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import type { StandIn } from './support/stand-in/stand-in.ts'
import { entry, person } from './support/stand-in/state.ts'
import { enterStandIn } from './support/stand-in/visit-stand-in.ts'

const environment = environmentOfFile()

const look = (browser: Browser, prepare?: (service: StandIn) => void) =>
  enterStandIn(browser, environment(), { place: 'Audit', prepare })

describeInBrowser('the audit', (browser) => {
  it('says in a sentence what happened, by day, and the rest when it is opened', async () => {
    const { page, complaints } = await look(browser())
    await page.getByRole('heading', { level: 2, name: /^Today, / }).waitFor()
    const line = page.getByRole('listitem').filter({ hasText: 'gave alex the role' })
    expect(await line.getByText('member_changed').isVisible()).toBe(false)
    await line.locator('summary').focus()
    await page.keyboard.press('Enter')
    await line.getByText('member_changed').waitFor()
    await line.getByText('01JDV4M8Q48213').waitFor()
    await page.getByText('refused', { exact: true }).waitFor()
    await page.getByText('7 entries.').waitFor()
    expect(complaints).toEqual([])
  })

  it('is narrowed by person, kind and days, once the person says so', async () => {
    const { page, service } = await look(browser())
    await page.getByText('7 entries.').waitFor()
    await page.getByLabel('Person').fill('kim')
    await page.getByLabel('What').selectOption('API keys rotated')
    await page.getByLabel('From').fill('2026-11-22')
    const reads = () => service.asked.filter(({ route }) => route === 'GET /audit')
    expect(reads()).toHaveLength(1)
    const asked = page.waitForRequest(/\/api\/auth\/audit/)
    await page.getByRole('button', { name: 'Show' }).click()
    const { searchParams } = new URL((await asked).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      account: 'id-kim',
      kind: 'api_key_rotated',
      from: expect.stringMatching(/^2026-11-2[12]T.*Z$/),
      limit: '50',
    })
    await page.getByText('1 entry.').waitFor()
    await page.getByLabel('What').selectOption('Everything')
    await page.getByLabel('From').fill('')
    await page.getByLabel('Person').fill('ada')
    await page.getByLabel('As', { exact: true }).selectOption('who did it to others')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('3 entries.').waitFor()
    await page.getByLabel('Person').fill('no one of that name')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nothing of that kind happened' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('7 entries.').waitFor()
    expect(await page.getByLabel('Person').inputValue()).toBe('')
  })

  it('shows older entries when asked, and puts the focus on the first of them', async () => {
    const { page } = await look(browser(), ({ state }) => {
      state.audit = Array.from({ length: 70 }, (_, n) =>
        entry(1000 - n, n, { account: person(`person${n}`) }),
      )
    })
    await page.getByText('50 entries so far.').waitFor()
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await page.getByText('70 entries.').waitFor()
    expect(await page.locator('summary:focus').textContent()).toContain('person50')
  })

  it('is exported as JSON Lines', async () => {
    const { page, service, complaints } = await look(browser())
    await page.getByRole('button', { name: 'Export…' }).click()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^audit-example-\d{4}-\d\d-\d\d\.jsonl$/)
    const lines = (await readFile(await file.path(), 'utf8')).split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(service.state.audit)
    await page.getByText('The export is in your downloads.').waitFor()
    expect(complaints).toEqual([])
  })
})
