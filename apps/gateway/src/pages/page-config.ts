import { type Edition, isPartOf } from '../api/editions.ts'
import { operations } from '../api/operations.ts'
import type { PageName, PagesSettings } from '../settings/pages-settings.ts'

/** An external provider that a person can sign in with. */
export interface ProviderLink {
  /** What it is called on the button. */
  readonly name: string
  /** Where the sign-in begins: a path of this service. */
  readonly url: string
}

/** What the pages are told. A test holds `Config` of apps/web to it. */
export interface PageConfig {
  readonly brand: { readonly name: string; readonly logo: string }
  /** The address of each page: a path of this service, or the whole address of another site's. */
  readonly pages: Readonly<Record<PageName, string>>
  readonly providers: readonly ProviderLink[]
  /** Whether this edition of the interface can. */
  readonly resetsPasswords: boolean
  /** Whether people may make organizations by themselves. */
  readonly signsUp: boolean
  /** After this many seconds a person has to sign in again. */
  readonly maxSessionSeconds: number
  /** What an agent on a machine is set up with. */
  readonly agent: { readonly command: string; readonly host: string }
}

/** What the configuration of the pages is made from. */
export interface PageConfigOptions {
  readonly pages: PagesSettings
  readonly publicBaseUrl: string
  readonly edition: Edition
  readonly signsUp: boolean
  readonly maxSessionSeconds: number
  readonly providers: readonly ProviderLink[]
  /** The address of the logo. */
  readonly logo: string
}

/** What every page is told. Nothing in it is secret. */
export function pageConfig(options: PageConfigOptions): PageConfig {
  const { pages, publicBaseUrl, edition, signsUp, maxSessionSeconds, providers, logo } = options
  const addresses = Object.entries(pages.urls).map(([name, url]) => [
    name,
    ownPath(url, publicBaseUrl) ?? url,
  ])
  return {
    brand: { name: pages.brand.name, logo },
    pages: Object.fromEntries(addresses) as PageConfig['pages'],
    providers,
    resetsPasswords: isPartOf(edition, operations.resetPassword),
    signsUp,
    maxSessionSeconds,
    agent: { command: pages.agentCommand, host: publicBaseUrl },
  }
}

/** The path of an address of this service; `undefined` for one of another site. */
export function ownPath(address: string, publicBaseUrl: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === new URL(publicBaseUrl).origin ? pathname : undefined
}
