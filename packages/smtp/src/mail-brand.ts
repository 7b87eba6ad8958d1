/** A button in one mode of the screen. */
export interface Accent {
  /** `#rrggbb` */
  readonly background: string
  /** `#rrggbb`, readable on the background. */
  readonly ink: string
}

/** The colours of buttons on a light and on a dark screen. */
export interface Accents {
  /** On a light screen, and in mail programs that know no other. */
  readonly light: Accent
  /** On a dark screen. */
  readonly dark: Accent
}

/** An image that mails carry with them. */
export interface MailLogo {
  /** The media type. */
  readonly type: string
  /** The image file. */
  readonly bytes: Buffer
}

/** The name and the looks of the service in mails. */
export interface MailBrand {
  /** The name of the service. */
  readonly name: string
  /** The colours of buttons. */
  readonly accents: Accents
  /** Not set where mails show the name alone. */
  readonly logo?: MailLogo | undefined
}

/** The `Content-ID` of the logo, the same in every mail: it says nothing about who reads it. */
export const logoId = 'logo@mail'

/** The colours of a service without its own. */
export const defaultAccents: Accents = {
  light: { background: '#0b57d0', ink: '#ffffff' },
  dark: { background: '#2f6fdb', ink: '#ffffff' },
}

/** Mail programs show these; few show SVG. */
const shownTypes = ['image/png', 'image/webp']

/** Every mail has it, so it is small; in bytes. */
const largestLogo = 65_536

/** The logo if mails can carry it: PNG or WebP of at most 64 KiB. */
export function carriedLogo(logo: MailLogo | undefined): MailLogo | undefined {
  return logo && shownTypes.includes(logo.type) && logo.bytes.length <= largestLogo
    ? logo
    : undefined
}

/** Whether colours are such that they can stand in a style sheet. */
export function areColours({ light, dark }: Accents): boolean {
  return [light, dark].every(({ background, ink }) =>
    [background, ink].every((colour) => /^#[0-9a-f]{6}$/i.test(colour)),
  )
}
