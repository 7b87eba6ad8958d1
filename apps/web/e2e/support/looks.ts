import type { Page } from 'playwright-core'
import { complaintsOfAxe } from './axe.ts'

/** The windows in which each page is looked at: a phone, a laptop at 200 % and at 100 %, a large screen. */
export const looks = [
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 640, height: 400 },
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'light', width: 1920, height: 1080 },
] as const

/** axe takes long, and the others differ from one of these in the width alone. */
const widthsForAxe: readonly number[] = [360, 1280]

/** A window and its colours. */
type Look = (typeof looks)[number]

/** Finds what is wrong with a page in the window that it has. */
type Inspection = (page: Page) => Promise<readonly string[]>

/** Gives a page another window. */
export async function lookAt(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height })
}

/**
 * In each window what is cut off, and what other inspections find; in both colours the rules of accessibility that a
 * page breaks.
 */
export async function complaintsInEachLook(
  page: Page,
  ...others: readonly Inspection[]
): Promise<readonly string[]> {
  const complaints: string[] = []
  for (const look of looks) {
    await lookAt(page, look)
    const axe = widthsForAxe.includes(look.width) ? [complaintsOfAxe] : []
    for (const inspect of [...axe, cutParts, ...others]) {
      const found = await inspect(page)
      complaints.push(...found.map((each) => `${look.colorScheme}, ${look.width} wide: ${each}`))
    }
  }
  return complaints
}

/**
 * What sticks out of the window, and what its own box cuts off. What is for screen readers alone is cut off by
 * intention, and so is a text that ends in an ellipsis.
 */
function cutParts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const isForEyes = (element) =>
      !element.closest('.unseen, .skip, .screen, thead') && element.checkVisibility()
    const sticksOut = (element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1) && !isInScroller(element)
    }
    const isInScroller = ({ parentElement: parent }) =>
      parent && (getComputedStyle(parent).overflowX === 'auto' || isInScroller(parent))
    const isCut = (element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'
      const isWide = element.scrollWidth > element.clientWidth + 1 && textOverflow !== 'ellipsis'
      const isTall = element.scrollHeight > element.clientHeight + 1
      return (hides(overflowX) && isWide) || (hides(overflowY) && isTall)
    }
    const visible = [...document.querySelectorAll('body *')].filter(isForEyes)
    const complain = (what) => (element) => what + ': ' + element.outerHTML.slice(0, 120)
    return [
      ...(scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' wide'] : []),
      ...visible.filter(sticksOut).map(complain('sticks out')),
      ...visible.filter(isCut).map(complain('is cut')),
    ]
  })()`)
}
