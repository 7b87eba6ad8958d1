/** Which page is shown. A page may be another site's, which is then handed what it needs. */
import { signal } from '@preact/signals'
import { config, type PageName, pageNames } from '../config.ts'
import { type AddressParameters, readAddressParameters } from './address-parameters.ts'

/** `home` is the address without a path, which leads on. */
export type Route = PageName | 'home'

/** The page that is shown. */
export const route = signal<Route>(routeOf(location.pathname))

/** What the address carried. It is removed from the address before anything else happens. */
export const addressParameters = signal<AddressParameters>(takeAddressParameters())

addEventListener('popstate', () => {
  addressParameters.value = {}
  route.value = routeOf(location.pathname)
})
// Another link pasted into the same tab changes the fragment alone and loads nothing.
addEventListener('hashchange', () => {
  if (location.hash.includes('=')) location.reload()
})

/** How to go to a page. */
export interface GoOptions {
  /** Whether the page that is left is dropped from the history. */
  readonly replace?: boolean
  /** What a page of another site is handed, in the fragment of its address. */
  readonly handOver?: Readonly<Record<string, string>>
}

/** Shows a page; one of another site takes the browser there. */
export function go(page: PageName, { replace = false, handOver = {} }: GoOptions = {}): void {
  const address = config.pages[page]
  if (!isOwn(page)) {
    const fragment = new URLSearchParams(handOver).toString()
    location.assign(fragment === '' ? address : `${address}#${fragment}`)
    return
  }
  addressParameters.value = {}
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  route.value = page
  scrollTo(0, 0)
}

let wanted: PageName | undefined

/** Notes where a person wanted to go who has to sign in first. */
export function wantPage(page: PageName): void {
  wanted = page
}

/** Where a person goes who has signed in; told once. */
export function takeWantedPage(): PageName {
  const page = wanted ?? 'dashboard'
  wanted = undefined
  return page
}

/** Whether a page is one of ours. */
export function isOwn(page: PageName): boolean {
  return config.pages[page].startsWith('/')
}

function routeOf(path: string): Route {
  return (
    pageNames.find((name) => isOwn(name) && config.pages[name].split('?')[0] === path) ?? 'home'
  )
}

function takeAddressParameters(): AddressParameters {
  const parameters = readAddressParameters(location)
  if (location.hash !== '' || parameters.error) history.replaceState(null, '', location.pathname)
  return parameters
}
