import type { PageName, PagesSettings } from '@gatehouse/settings'

/** An external provider that a person can sign in with. */
export interface ProviderLink {
  /** The name on the button. */
  readonly name: string
  /** The path of this service where the sign-in starts. */
  readonly url: string
}

/** The configuration of the pages. A test compares it with `Config` of apps/web. */
export interface PageConfig {
  /** The name of the service, and the address of its logo. */
  readonly brand: { readonly name: string; readonly logo: string }
  /** The address of each page: a path of this service, or an absolute address on another site. */
  readonly pages: Readonly<Record<PageName, string>>
  /** The external providers to sign in with; may be empty. */
  readonly providers: readonly ProviderLink[]
  /** The pages for signed-in people that this edition has the routes for. */
  readonly places: readonly PageName[]
  /** Whether this edition can reset passwords. */
  readonly resetsPasswords: boolean
  /** Whether people may create organizations by signing up. */
  readonly signsUp: boolean
  /** Seconds after which a person has to sign in again. */
  readonly maxSessionSeconds: number
  /** Client types that are exempt from the one-time code unless the organization says otherwise. */
  readonly otpExemptClients: readonly string[]
  /** The origins whose pages may open terminals; the first one is where people reach the gateway. */
  readonly origins: readonly string[]
  /** The values for setting up an agent on a machine; not every operator has a command for it. */
  readonly agent: { readonly command?: string; readonly host: string }
}

/** The input for the configuration of the pages. */
export interface PageConfigOptions {
  /** The addresses and the look of the pages. */
  readonly pages: PagesSettings
  /** The address at which people reach the gateway. */
  readonly publicBaseUrl: string
  /** Origins besides that one whose pages may open terminals. */
  readonly otherOrigins: readonly string[]
  /** The pages behind the sign-in that have their routes. */
  readonly places: readonly PageName[]
  /** Whether passwords can be reset. */
  readonly resetsPasswords: boolean
  /** Whether organizations can be signed up. */
  readonly signsUp: boolean
  /** The longest a session lasts, in seconds. */
  readonly maxSessionSeconds: number
  /** Client types that are exempt from the one-time code unless the organization says otherwise. */
  readonly otpExemptClients: readonly string[]
  /** The external providers that are set up. */
  readonly providers: readonly ProviderLink[]
  /** The address of the logo. */
  readonly logo: string
}

/** Creates the configuration for every page. It holds no secret. */
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
    origins: [new URL(publicBaseUrl).origin, ...options.otherOrigins],
    agent: {
      ...(pages.agentCommand !== undefined && { command: pages.agentCommand }),
      host: publicBaseUrl,
    },
  }
}

/** The path of an address of this service; `undefined` for one of another site. */
export function ownPath(address: string, publicBaseUrl: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === new URL(publicBaseUrl).origin ? pathname : undefined
}
