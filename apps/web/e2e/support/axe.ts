import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The accessibility rules that a page breaks now, with the elements, as axe-core finds them. */
export async function complaintsOfAxe(page: Page): Promise<readonly string[]> {
  // The policy of the page forbids foreign scripts; the tool that drives the browser may.
  await page.evaluate(axe)
  return page.evaluate<readonly string[]>(`
    axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))
  `)
}
