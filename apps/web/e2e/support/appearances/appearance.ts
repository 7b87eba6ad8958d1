import type { Locator, Page } from 'playwright-core'
import type { PagesEnvironment } from '../pages-environment.ts'
import { type StandIn, signInTo, standIn } from '../stand-in/stand-in.ts'

/** A page in one of its states. */
export interface Appearance {
  /** Brings it about in a fresh tab, by keys alone, and waits until it is there. */
  readonly show: (page: Page, environment: PagesEnvironment) => Promise<void>
  /** Whether Tab is for the program in the terminal. */
  readonly takesTab?: true
}

/** Presses a button, or follows a link, by its key. */
export function press(control: Locator): Promise<void> {
  return control.press('Enter')
}

/** Ticks a box, takes one of several choices, or turns a switch, by its key. */
export function tick(control: Locator): Promise<void> {
  return control.press('Space')
}

/** Signs in to a stand-in, and goes to a place of the navigation, which may be behind its button. */
export async function goBehindSignIn(page: Page, place: string): Promise<StandIn> {
  const service = await standIn(page.context())
  await signInTo(page, service)
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await press(menu)
  await press(page.getByRole('link', { name: place, exact: true }))
  await page.getByRole('heading', { level: 1, name: place }).waitFor()
  return service
}
