/** The current page. A page may be on another site, which then gets the tokens in its address. */
import { signal } from '@preact/signals'
import { config, type PageName, pageNames } from '../config.ts'
import { type AddressParameters, readAddressParameters } from './address-parameters.ts'

/** A page; `home` is the address without a path, which redirects. */
export type Route = PageName | 'home'

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

addEventListener('popstate', () => {
  addressParameters.value = {}
  route.value = routeOf(location.pathname)
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
export function go(page: PageName, { replace = false, handOver = {} }: GoOptions = {}): void {
  const address = config.pages[page]
  if (!isOwn(page)) {
    const fragment = new URLSearchParams(handOver).toString()
    location.assign(fragment === '' ? address : `${address}#${fragment}`)
    return
  }
  addressParameters.value = {}
  dropAddressToken()
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  route.value = page
  scrollTo(0, 0)
}

let wanted: PageName | undefined

/** Remembers the page that a person wanted, to open it after the sign-in. */
export function wantPage(page: PageName): void {
  wanted = page
}

/** The page to open after the sign-in; returned once. */
export function takeWantedPage(): PageName {
  const page = wanted ?? 'dashboard'
  wanted = undefined
  return page
}

let wantedSection = addressParameters.peek().section

/** The part of the page that the address of this visit named, as in `/account#password`; returned once. */
export function takeWantedSection(): string | undefined {
  const section = wantedSection
  wantedSection = undefined
  return section
}

/** Whether a page is on this service. */
export function isOwn(page: PageName): boolean {
  return config.pages[page].startsWith('/')
}

function routeOf(path: string): Route {
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
