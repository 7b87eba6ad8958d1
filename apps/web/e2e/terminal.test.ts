import { createHash } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { complaintsOfAxe } from './support/axe.ts'
import { describeInBrowser } from './support/browser.ts'
import { environmentOfFile } from './support/environment-of-file.ts'
import { enterTerminal, typeLine, untilFocused, untilShown } from './support/terminal-page.ts'

const environment = environmentOfFile({}, { machines: true })

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const readClipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
const writeClipboard = (page: Page, text: string) =>
  page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)

/** Prints a word that does not stand in the command, and selects it. */
async function selectWord(page: Page): Promise<void> {
  await typeLine(page, 'echo word-$((40 + 2))')
  await untilShown(page, 'word-42')
  await page.locator('.xterm-rows').getByText('word-42').first().dblclick({ force: true })
}

describeInBrowser('the screen of a terminal', (browser) => {
  const windows = [
    { width: 1920, height: 1080 },
    { width: 1440, height: 900 },
    { width: 1280, height: 800 },
    { width: 768, height: 1024 },
    { width: 900, height: 600 },
    { width: 360, height: 740 },
    // 1280 by 800 at 200 %.
    { width: 640, height: 400, zoom: 2 },
  ]

  it.each(windows)(
    'shows its last line whole in a window of $width by $height',
    async ({ zoom = 1, ...viewport }) => {
      const look = { viewport, deviceScaleFactor: zoom }
      const { page } = await enterTerminal(browser(), environment(), look)
      await typeLine(page, 'seq 1 200; echo last$((1 + 1))')
      await untilShown(page, 'last2')
      const hidden = await page.evaluate(`
        const box = (found) => found.getBoundingClientRect()
        const place = box(document.querySelector('.screen > div'))
        const rows = [...document.querySelectorAll('.xterm-rows > div')].map(box)
        const last = rows.at(-1)
        ;[
          last.bottom > place.bottom && 'the last line',
          last.bottom > innerHeight && 'the last line, below the window',
          rows[0].top < place.top && 'the first line',
          place.bottom - last.bottom >= last.height && 'a line too few',
          document.documentElement.scrollWidth > innerWidth && 'the right',
          document.documentElement.scrollHeight > innerHeight && 'the bottom',
        ].filter(Boolean)
      `)
      expect(hidden).toEqual([])
    },
  )

  it('gives a character as many columns as programs do, up to Unicode 15', async () => {
    const { page } = await enterTerminal(browser(), environment())
    // The terminal tells where its cursor is after a face of Unicode 15 and a letter.
    await typeLine(
      page,
      `printf '\\360\\237\\253\\250x\\033[6n'; IFS=';' read -rsd R _ column; echo " at=$column="`,
    )
    await untilShown(page, 'at=4=')
  })

  it('does not blink for people who want less motion, whatever a program asks for', async () => {
    const calm = await enterTerminal(browser(), environment(), { reducedMotion: 'reduce' })
    const lively = await enterTerminal(browser(), environment())
    const animations = async (page: Page) => {
      await typeLine(page, `printf '\\033[1 q'; echo asked$((1 + 1))`)
      await untilShown(page, 'asked2')
      return page.locator('.xterm-cursor').evaluate((cursor) => cursor.getAnimations().length)
    }
    expect([await animations(calm.page), await animations(lively.page)]).toEqual([0, 1])
  })

  it('has letters of a size that is remembered, fills the screen, and says what it is for', async () => {
    const { page, complaints } = await enterTerminal(browser(), environment())
    const columns = async () => {
      const [size = ''] = await page.locator('.state-line .num').allTextContents()
      return Number.parseInt(size.replace(/\D+/, ''), 10)
    }
    const before = await columns()
    await page.getByRole('button', { name: 'Larger letters' }).click()
    await page.getByRole('button', { name: 'Larger letters' }).click()
    await page.locator('.sizes').getByText('16').waitFor()
    // The mouse has left the focus in the terminal.
    await typeLine(page, 'echo size=$(stty size | cut -d" " -f2)=')
    await untilShown(page, /size=\d+=/)
    const after = await columns()
    expect(after).toBeLessThan(before - 10)
    await untilShown(page, `size=${after}=`)

    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
    expect(await page.locator('.work').boundingBox()).toMatchObject({ x: 0, y: 0 })
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Screen reader support', pressed: false }).click()
    await page.locator('.xterm-accessibility').waitFor({ state: 'attached' })
    await page.reload()
    await untilShown(page, /[$#]/)
    expect(await columns()).toBe(after)
    await page.locator('.xterm-accessibility').waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
  })
})

describeInBrowser('the clipboard of a terminal', (browser) => {
  it.each(['Control+Shift+C', 'Control+C', 'Control+Insert'])(
    'takes a selection by %s',
    async (keys) => {
      const { page } = await enterTerminal(browser(), environment(), clipboard)
      await selectWord(page)
      await page.keyboard.press(keys)
      await page.waitForFunction(
        `navigator.clipboard.readText().then((text) => text === 'word-42')`,
      )
      // Nothing of it has reached the shell.
      await typeLine(page, 'echo then-$((1 + 1))')
      await untilShown(page, 'then-2')
      expect(await page.locator('.xterm-rows').textContent()).not.toContain('^C')
    },
  )

  it('leaves Ctrl+C to the shell where nothing is selected, also right after copying', async () => {
    const { page } = await enterTerminal(browser(), environment(), clipboard)
    await selectWord(page)
    await typeLine(page, 'sleep 1000')
    await page.locator('.xterm-rows').getByText('word-42').first().dblclick({ force: true })
    await page.keyboard.press('Control+C')
    await page.keyboard.press('Control+C')
    await typeLine(page, 'echo free-$((1 + 1))')
    await untilShown(page, 'free-2')
    expect(await readClipboard(page)).toBe('word-42')
  })

  it.each(['Control+V', 'Control+Shift+V', 'Shift+Insert'])('is pasted by %s', async (keys) => {
    const { page } = await enterTerminal(browser(), environment(), clipboard)
    await writeClipboard(page, 'echo pasted-$((1 + 1))')
    await page.keyboard.press(keys)
    await page.keyboard.press('Enter')
    await untilShown(page, 'pasted-2')
  })

  it('is in the menu of the right button, which finds the selection under it', async () => {
    const { page } = await enterTerminal(browser(), environment())
    await selectWord(page)
    await page
      .locator('.xterm-rows')
      .getByText('word-42')
      .first()
      .click({ button: 'right', force: true })
    const under = await page.evaluate(`
      const area = document.querySelector('.xterm-helper-textarea')
      const { x, y, width, height } = area.getBoundingClientRect()
      const isUnder = document.elementFromPoint(x + width / 2, y + height / 2) === area
      ;[area.value.slice(area.selectionStart, area.selectionEnd), isUnder]
    `)
    expect(under).toEqual(['word-42', true])
  })

  it('B-160: arrives whole, however large it is', async () => {
    const { page, complaints } = await enterTerminal(browser(), environment(), clipboard)
    const line = 'öffne 0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 世界\n'
    const text = line.repeat(Math.ceil(1_048_576 / Buffer.byteLength(line)))
    const digest = createHash('sha256').update(text).digest('hex')
    await typeLine(page, 'stty -echo; echo ready$((1 + 1)); sha256sum; stty echo')
    await untilShown(page, 'ready2')
    await writeClipboard(page, text)
    await page.keyboard.press('Control+V')
    await page.keyboard.press('Control+D')
    await page.locator('.xterm-rows').getByText(digest).waitFor({ timeout: 60_000 })
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})

describeInBrowser('a terminal on a phone', (browser) => {
  it('has the keys that a phone lacks, of which Ctrl holds for one', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { page } = await enterTerminal(browser(), environment(), phone)
    const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap()
    await typeLine(page, 'echo again-$((1 + 1))')
    await untilShown(page, 'again-2')
    await typeLine(page, 'clear; sleep 1000')
    await tap('Ctrl')
    await page.getByText('Ctrl + the next key').waitFor()
    await page.keyboard.type('c')
    await page.getByText('Ctrl + the next key').waitFor({ state: 'detached' })
    await untilShown(page, '^C')
    await tap('Up')
    await tap('Up')
    await page.keyboard.press('Enter')
    await untilShown(page, 'again-2')
    await page.keyboard.type('echo /et')
    await tap('Tab')
    await tap('Pipe')
    await page.keyboard.type('tr a-z A-Z\n')
    await untilShown(page, '/ETC')

    const sizes = await page.locator('.work button:visible').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect()
        return Math.min(width, height)
      }),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
    await page.getByRole('button', { name: 'More for this terminal' }).tap()
    await page.getByRole('menuitem', { name: 'Larger letters' }).waitFor()
    expect(await complaintsOfAxe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await untilFocused(page, 'More for this terminal')
  })
})
