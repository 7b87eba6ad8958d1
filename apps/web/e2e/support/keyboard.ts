import type { Page } from 'playwright-core'

/**
 * Presses Tab from one control to the next, once around the page.
 *
 * @returns What is wrong: a control without a ring, one that is covered or outside of the window, one that is above
 * or left of the one before it, and one that Tab does not reach.
 */
export async function complaintsOfKeyboard(page: Page): Promise<readonly string[]> {
  await page.evaluate(script)
  const missed = () => page.evaluate<number>('window.walk.missed().length')
  // The browser's own controls take some presses, and so do parts that scroll.
  for (let rest = await missed(), spare = 20; rest > 0 && spare > 0; rest = await missed()) {
    for (let presses = 0; presses < rest; presses += 1) await page.keyboard.press('Tab')
    spare -= 1
  }
  return page.evaluate<readonly string[]>('window.walk.end()')
}

/**
 * Runs in the page, and looks at each control that Tab has led to when the key comes up. A function for each thing that
 * can be wrong with it.
 */
const script = `window.walk = (() => {
  const reached = new Set()
  const complaints = new Set()
  let before

  const partsOf = (control) => [control, control.closest('label')].filter(Boolean)
  const outerBox = (control) => (control.closest('label') ?? control).getBoundingClientRect()

  const hasRing = (control) => partsOf(control).some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  // A link may take several lines, with nothing of it in their middle.
  const isSeen = (control) => partsOf(control).flatMap((part) => [...part.getClientRects()])
    .flatMap(({ x, y, width, height }) => [0.05, 0.5, 0.95].map((share) => [x + width * share, y + height / 2]))
    .some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && partsOf(control).some((part) => part.contains(hit))
    })
  // What stands in another column is neither above nor below.
  const goesBack = (from, to) => {
    const isBelow = from.left < to.right && to.left < from.right
    const isBeside = Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top) > 4
    return (isBelow && to.bottom <= from.top + 1) || (isBeside && to.right <= from.left + 1)
  }
  const complain = (what, control) => complaints.add(what + ': ' + control.outerHTML.slice(0, 160))

  /** Whether Tab should reach it: of a group of radio buttons it reaches the one that is taken. */
  const isReachable = (control) => {
    const dialog = document.querySelector('dialog[open]')
    const isThere = !control.disabled && control.tabIndex >= 0 && !control.closest('[inert]')
      && control.checkVisibility({ visibilityProperty: true })
    const group = control.type === 'radio'
      ? [...document.getElementsByName(control.name)].filter(({ form }) => form === control.form)
      : []
    const isOther = !control.checked && group.some(({ checked }) => checked)
    return isThere && !isOther && (!dialog || dialog.contains(control))
  }

  const all = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const missed = () => [...document.querySelectorAll(all)]
    .filter((control) => isReachable(control) && !reached.has(control))

  const look = ({ key }) => {
    if (key !== 'Tab') return
    const control = document.activeElement
    const isControl = control && control !== document.body
    // The order begins again after the last control.
    const follows = isControl && before?.isConnected
      && before.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING
    if (follows && goesBack(outerBox(before), outerBox(control))) complain('goes back', control)
    before = isControl ? control : undefined
    if (!isControl || reached.has(control)) return
    reached.add(control)
    if (!hasRing(control)) complain('has no ring', control)
    if (!isSeen(control)) complain('is covered or outside', control)
  }

  addEventListener('keyup', look, true)
  const end = () => {
    removeEventListener('keyup', look, true)
    for (const control of missed()) complain('is not reached', control)
    return [...complaints]
  }
  return { missed, end }
})()`
