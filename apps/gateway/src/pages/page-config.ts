import type { PageName, PagesSettings } from '@gatehouse/settings'

/** An external provider that a person can sign in with. */
export interface ProviderLink {
  /** What it is called on the button. */
  readonly name: string
  /** Where the sign-in begins: a path of this service. */
  readonly url: string
}

/** What the pages are told. A test holds `Config` of apps/web to it. */
export interface PageConfig {
  /** What the service is called, and the address of its logo. */
  readonly brand: { readonly name: string; readonly logo: string }
  /** The address of each page: a path of this service, or the whole address of another site's. */
  readonly pages: Readonly<Record<PageName, string>>
  /** The external providers to sign in with; empty when none is set up. */
  readonly providers: readonly ProviderLink[]
  /** The pages of a person who is signed in, as far as this edition has their routes. */
  readonly places: readonly PageName[]
  /** Whether this edition of the interface can. */
  readonly resetsPasswords: boolean
  /** Whether people may make organizations by themselves. */
  readonly signsUp: boolean
  /** After this many seconds a person has to sign in again. */
  readonly maxSessionSeconds: number
  /** Client types that give no one-time code where the organization does not say. */
  readonly otpExemptClients: readonly string[]
  /** What an agent on a machine is set up with. */
  readonly agent: { readonly command: string; readonly host: string }
}

/** What the configuration of the pages is made from. */
export interface PageConfigOptions {
  /** Where the pages are, and what they look like. */
  readonly pages: PagesSettings
  /** The address at which people reach the gateway. */
  readonly publicBaseUrl: string
  /** The pages behind the sign-in that have their routes. */
  readonly places: readonly PageName[]
  /** Whether passwords can be reset. */
  readonly resetsPasswords: boolean
  /** Whether organizations can be signed up. */
  readonly signsUp: boolean
  /** The longest a session lasts, in seconds. */
  readonly maxSessionSeconds: number
  /** Client types that give no one-time code where the organization does not say. */
  readonly otpExemptClients: readonly string[]
  /** The external providers that are set up. */
  readonly providers: readonly ProviderLink[]
  /** The address of the logo. */
  readonly logo: string
}

/** What every page is told. Nothing in it is secret. */
export function pageConfig(options: PageConfigOptions): PageConfig {
  const { pages, publicBaseUrl, providers, logo } = options
  const { places, resetsPasswords, signsUp, maxSessionSeconds, otpExemptClients } = options
  const addresses = Object.entries(pages.urls).map(([name, url]) => [
    name,
    ownPath(url, publicBaseUrl) ?? url,
  ])
  return {
    brand: { name: pages.brand.name, logo },
    pages: Object.fromEntries(addresses) as PageConfig['pages'],
    providers,
    places,
    resetsPasswords,
    signsUp,
    maxSessionSeconds,
    otpExemptClients,
    agent: { command: pages.agentCommand, host: publicBaseUrl },
  }
}

/** The path of an address of this service; `undefined` for one of another site. */
export function ownPath(address: string, publicBaseUrl: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === new URL(publicBaseUrl).origin ? pathname : undefined
}
