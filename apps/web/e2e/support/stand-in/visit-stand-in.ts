import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type PagesEnvironment, type Visitor, visit } from '../pages-environment.ts'
import { type StandIn, signInTo, standIn } from './stand-in.ts'

/** A visitor of pages that a stand-in answers. */
export interface StandInVisitor extends Visitor {
  readonly service: StandIn
}

/** How a stand-in is visited. */
export interface StandInVisit extends BrowserContextOptions {
  /** Changes what the stand-in knows before it is asked. */
  readonly prepare?: ((service: StandIn) => void) | undefined
}

/** Opens a tab whose requests a stand-in answers. */
export async function visitStandIn(
  browser: Browser,
  environment: PagesEnvironment,
  { prepare, ...options }: StandInVisit = {},
): Promise<StandInVisitor> {
  const visitor = await visit(browser, environment, options)
  const service = await standIn(visitor.page.context())
  prepare?.(service)
  return { ...visitor, service }
}

/** The same, signed in and led to a place of the navigation. */
export async function enterStandIn(
  browser: Browser,
  environment: PagesEnvironment,
  { place, ...how }: StandInVisit & { readonly place: string },
): Promise<StandInVisitor> {
  const visitor = await visitStandIn(browser, environment, how)
  await signInTo(visitor.page, visitor.service)
  const main = visitor.page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: place }).click()
  return visitor
}
