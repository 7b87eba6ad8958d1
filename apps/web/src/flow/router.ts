/** The current page. A page may be on another site, which then gets the tokens in its address. */
import { batch, signal } from '@preact/signals'
import { config, type PageName, pageNames } from '../config.ts'
import { type AddressParameters, readAddressParameters } from './address-parameters.ts'

/** A page; `home` is the address without a path, which redirects. A `terminal` is that of one machine. */
export type Route = PageName | 'home' | 'terminal'

/** A page to go to; that of a terminal is named by the id of its machine. */
export type Destination = PageName | { readonly terminalOn: string }

/** Pages for the links of mails, whose token survives a reload. */
const mailPages: readonly Route[] = [
  'verifyEmail',
  'resetPassword',
  'invitation',
  'reopenOrganization',
]

/** The page that is shown. */
export const route = signal<Route>(routeOf(location.pathname))

/** The parameters of the address, which were removed from it before anything else. */
export const addressParameters = signal<AddressParameters>(takeAddressParameters())

/** The id of the machine whose terminal is shown. */
export const terminalMachine = signal<string | undefined>(machineOf(location.pathname))

/** The path of the page that is shown; the browser's own is already the next one when it goes back. */
let shownPath = location.pathname

addEventListener('popstate', () => {
  const isLeaving = location.pathname !== shownPath
  if (isLeaving && guard?.isNeeded()) {
    history.pushState(null, '', shownPath)
    guard.ask(() => history.back())
  } else show(routeOf(location.pathname))
})
// Pasting another link into the same tab only changes the fragment, without a load.
addEventListener('hashchange', () => {
  if (location.hash.includes('=')) location.reload()
})

/** Options for changing to a page. */
export interface GoOptions {
  /** Whether the page replaces the current one in the history. */
  readonly replace?: boolean
  /** The values for a page on another site, in the fragment of its address. */
  readonly handOver?: Readonly<Record<string, string>>
}

/** Shows a page; for a page on another site, the browser goes there. */
export function go(page: Destination, { replace = false, handOver = {} }: GoOptions = {}): void {
  const address = addressOf(page)
  if (!isOwn(page)) {
    const fragment = new URLSearchParams(handOver).toString()
    location.assign(fragment === '' ? address : `${address}#${fragment}`)
    return
  }
  dropAddressToken()
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  show(typeof page === 'string' ? page : 'terminal')
  scrollTo(0, 0)
}

function show(next: Route): void {
  shownPath = location.pathname
  batch(() => {
    addressParameters.value = {}
    terminalMachine.value = machineOf(shownPath)
    route.value = next
  })
}

/** Asks before a person goes back or forward from a page. */
export interface LeavingGuard {
  /** Whether there is something to ask now. */
  readonly isNeeded: () => boolean
  /** Asks, and calls its argument if the person agrees. */
  readonly ask: (next: () => void) => void
}

let guard: LeavingGuard | undefined

/** Sets the guard of the page that is shown. @returns Removes it again. */
export function askBeforeLeaving(next: LeavingGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

/** Whether a page is on this service. Terminals are where the dashboard is. */
export function isOwn(page: Destination): boolean {
  return config.pages[typeof page === 'string' ? page : 'dashboard'].startsWith('/')
}

function addressOf(page: Destination): string {
  if (typeof page === 'string') return config.pages[page]
  return isOwn(page) ? `/machines/${page.terminalOn}/terminal` : config.pages.dashboard
}

/** Whether a machine of this id can have a terminal with an address; the gateway serves the same ids. */
export function isMachineId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id)
}

function machineOf(path: string): string | undefined {
  const id = /^\/machines\/([^/]+)\/terminal$/.exec(path)?.[1]
  return id !== undefined && isMachineId(id) ? id : undefined
}

function routeOf(path: string): Route {
  if (machineOf(path) !== undefined) return 'terminal'
  return (
    pageNames.find((name) => isOwn(name) && config.pages[name].split('?')[0] === path) ?? 'home'
  )
}

/** Forgets the token of a mail's link, which was used or is of no use. */
export function dropAddressToken(): void {
  if (history.state) history.replaceState(null, '')
}

function takeAddressParameters(): AddressParameters {
  const isFromMail = mailPages.includes(routeOf(location.pathname))
  const parameters = readAddressParameters(location)
  if (location.hash !== '' || parameters.error) {
    // The state of the history is not part of the address, and is not sent to anyone.
    const kept = isFromMail && parameters.token ? { token: parameters.token } : null
    history.replaceState(kept, '', location.pathname)
    return parameters
  }
  const { token } = Object(history.state) as { readonly token?: unknown }
  return isFromMail && typeof token === 'string' ? { token } : parameters
}
