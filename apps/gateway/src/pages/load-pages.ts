import { createHash } from 'node:crypto'
import { brandStyles } from './brand-styles.ts'
import { type BuiltFile, type BuiltPages, readBuiltPages } from './built-pages.ts'
import { type Logo, readLogo } from './logo.ts'
import { ownPath, type PageConfigOptions, pageConfig } from './page-config.ts'

/** The pages, ready to serve. */
export interface Pages {
  /** The paths of this service that have a page. */
  readonly paths: ReadonlySet<string>
  /** Whether a path of this service has a page; each terminal has an address of its own. */
  hasPage(path: string): boolean
  /** The document of every page. @param language A tag of {@link languages}. */
  document(language: string): string
  /** Scripts, styles and images that the document loads, by file name. */
  readonly files: BuiltPages['files']
  /** The addresses of the logo and of the colours, for the placeholders of a document. */
  readonly look: Readonly<Record<'logo' | 'brandStyles', string>>
  /** The operator's logo, or Gatehouse's own. */
  readonly logo: Logo
  /** The operator's colours, as CSS. */
  readonly styles: BuiltFile
}

/** The languages the pages speak; the first one when a browser asks for none of them. */
export const languages = ['en', 'de'] as const

/** The page of a terminal, with the same ids as its WebSocket; the pages build this address. */
const terminalPage = /^\/machines\/[A-Za-z0-9_-]{1,128}\/terminal$/

/**
 * Reads the built pages and the operator's logo, and fills in what holds for all requests.
 *
 * @throws {Error} If the pages are not built, or the logo cannot be used.
 */
export function loadPages(options: Omit<PageConfigOptions, 'logo'>): Pages {
  const { pages, publicBaseUrl } = options
  const { html, files } = readBuiltPages()
  const logo = readLogo(pages.brand.logoFile)
  const css = Buffer.from(brandStyles(pages.brand.color))
  // With a digest in its address a file can be kept for ever, and a new one is seen at once.
  const logoUrl = `/pages/logo?v=${digest(logo.bytes)}`
  const config = pageConfig({ ...options, logo: logoUrl })
  const look = { logo: logoUrl, brandStyles: `/pages/brand.css?v=${digest(css)}` }
  const brand = pages.brand.name
  const filled = fillPlaces(html, { ...look, brand, config: JSON.stringify(config) })
  const own = Object.values(pages.urls).flatMap((url) => ownPath(url, publicBaseUrl) ?? [])
  const paths = new Set(['/', ...own])
  const hasTerminals = ownPath(pages.urls.dashboard, publicBaseUrl) !== undefined
  return {
    paths,
    hasPage: (path) => paths.has(path) || (hasTerminals && terminalPage.test(path)),
    document: (language) => filled.replace('<html lang="en">', `<html lang="${language}">`),
    files,
    look,
    logo,
    styles: { type: 'text/css; charset=utf-8', plain: css },
  }
}

/** Fills the placeholders of a document, such as `{{brand}}`, with texts. */
export function fillPlaces(html: string, values: Readonly<Record<string, string>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : escaped(value)
  })
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
}
