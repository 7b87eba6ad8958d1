/** Which issuers are accepted in a provider's tokens. */
export type IssuerRule =
  | {
      readonly kind: 'fixed'
      /** The directory, by Entra's identifier, that people must belong to. */
      readonly directory?: string
    }
  /** The issuer names the person's directory in place of `{tenantid}`. */
  | { readonly kind: 'template'; readonly template: string; readonly directory?: string }

/** The issuer by the operator's settings, and by the provider's metadata. */
export interface IssuerFacts {
  /** The issuer as the operator set it. */
  readonly configured: string
  /** The issuer of the provider's metadata. */
  readonly published: string
  /** The one directory people may come from: an identifier (GUID) or a domain name. */
  readonly tenant?: string | undefined
}

/** The placeholder in Entra's issuer where it serves many directories. */
const placeholder = '{tenantid}'

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Validates the issuer of a provider's metadata (OpenID Connect Discovery 1.0, section 4.3), with two
 * exceptions for Microsoft Entra ID. The published issuer may be a template for all directories, and it may
 * have a directory's identifier where the setting has its domain name.
 *
 * @returns `null` when the metadata does not belong to the configured issuer.
 */
export function validateIssuer({ configured, published, tenant }: IssuerFacts): IssuerRule | null {
  const directory = tenant?.toLowerCase()
  if (directory !== undefined && !isDirectoryId(directory)) {
    // The domain name cannot be compared with tokens, since they do not carry it.
    const found = segmentInPlaceOf(directory, configured, published)
    return found !== null && isDirectoryId(found) ? { kind: 'fixed', directory: found } : null
  }
  const pinned = directory === undefined ? {} : { directory }
  if (withoutSlash(published) === withoutSlash(configured)) return { kind: 'fixed', ...pinned }
  const fits = segmentInPlaceOf(placeholder, published, configured) !== null
  return fits ? { kind: 'template', template: published, ...pinned } : null
}

/** Whether an issuer is a template with some directory's identifier in place. */
export function fitsTemplate(template: string, issuer: string): boolean {
  return isDirectoryId(segmentInPlaceOf(placeholder, template, issuer) ?? '')
}

/** Where Entra's issuers are, those of its national clouds among them. */
const entraHosts: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
])

/** Whether tokens of an issuer are Entra's, whose claims of its own are trusted (T-100). */
export function isEntra(issuer: string, { kind, directory }: IssuerRule): boolean {
  return kind === 'template' || directory !== undefined || entraHosts.has(hostOf(issuer))
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}

/** Whether a text is Entra's identifier of a directory, in lower case. */
export function isDirectoryId(text: string): boolean {
  return guid.test(text)
}

/** The text in `address` at the place of `part` in `pattern`, if everything else is equal. */
function segmentInPlaceOf(part: string, pattern: string, address: string): string | null {
  const [before = '', after, ...others] = withoutSlash(pattern).split(`/${part}/`)
  if (after === undefined || others.length > 0) return null
  const bare = withoutSlash(address)
  if (!bare.startsWith(`${before}/`) || !bare.endsWith(`/${after}`)) return null
  const segment = bare.slice(before.length + 1, -(after.length + 1))
  return /^[\w.-]+$/.test(segment) ? segment : null
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}
