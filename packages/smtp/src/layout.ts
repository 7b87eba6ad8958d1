/**
 * The frame and the parts of every mail as HTML. Styles are inline, because many mail
 * programs drop style sheets; the only sheet in the head is for dark mode. Nothing is loaded from other
 * places: the logo comes in the mail.
 */
import { type Html, html, htmlWithoutLinks, toMarkup } from './html.ts'
import { type Accents, logoId, type MailBrand } from './mail-brand.ts'

const sans = '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, Liberation Mono, monospace'

// The colours have only letters and digits: nothing in a style sheet could be escaped.
const styleSheet = ({ dark }: Accents) => html`<style>
  @media (prefers-color-scheme: dark) {
    .page { background: #111418 !important; }
    .card { background: #1b1f24 !important; border-color: #30363d !important; }
    .box { background: #12161b !important; border-color: #30363d !important; }
    .ink { color: #f0f3f6 !important; }
    .soft { color: #a9b3be !important; }
    .button { background: ${dark.background} !important; color: ${dark.ink} !important; }
    .warning { background: #2b2413 !important; border-color: #d9a520 !important; }
  }
  @media (max-width: 480px) {
    .page { padding: 16px 8px !important; }
    .card { padding: 24px 20px !important; }
  }
</style>`

/** The content of the frame. */
export interface HtmlParts {
  /** The tag of the language of the text. */
  readonly language: string
  /** The name and the looks of the service. */
  readonly brand: MailBrand
  /** The first line of the mail, and its title in lists and windows. */
  readonly heading: string
  /** The paragraphs below the heading, in order. */
  readonly body: readonly Html[]
  /** The line below the mail. */
  readonly closing: string
}

/** A mail as HTML: the whole document. */
export function htmlDocument({ language, brand, heading, body, closing }: HtmlParts): string {
  return toMarkup(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${heading}</title>
${styleSheet(brand.accents)}
</head>
<body class="page" style="margin: 0; padding: 32px 16px; background: #f2f4f7; font-family: ${sans};">
<div style="max-width: 600px; margin: 0 auto;">
<p class="soft" style="margin: 0 0 12px; padding: 0 4px; font-size: 15px; font-weight: 600; color: #57606a;">${logoOf(brand)}${htmlWithoutLinks(brand.name)}</p>
<div class="card" style="padding: 32px; background: #ffffff; border: 1px solid #d8dee4; border-radius: 12px;">
<h1 class="ink" style="margin: 0 0 16px; font-size: 22px; line-height: 1.3; font-weight: 650; color: #1f2328; overflow-wrap: anywhere;">${heading}</h1>
${body}
</div>
<p class="soft" style="margin: 16px 0 0; padding: 0 4px; font-size: 13px; line-height: 1.5; color: #57606a;">${htmlWithoutLinks(closing)}</p>
</div>
</body>
</html>
`)
}

/** The logo before the name, which says the same: it has no words of its own. */
function logoOf({ logo }: MailBrand): readonly Html[] {
  if (!logo) return []
  return [
    html`<img src="cid:${logoId}" alt="" height="28" style="height: 28px; width: auto; max-width: 160px; margin-right: 10px; vertical-align: middle;">`,
  ]
}

/** A paragraph. */
export function paragraph(content: string): Html {
  return html`<p class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 1.55; color: #1f2328; overflow-wrap: anywhere;">${htmlWithoutLinks(content)}</p>`
}

/** A less important paragraph. */
export function aside(content: string): Html {
  return html`<p class="soft" style="margin: 0; font-size: 14px; line-height: 1.55; color: #57606a; overflow-wrap: anywhere;">${htmlWithoutLinks(content)}</p>`
}

/** What to do if another person caused the mail. */
export function warning(content: string): Html {
  return html`<div class="ink warning" style="margin: 0; padding: 12px 16px; background: #fff8e5; border-left: 4px solid #bf8700; border-radius: 6px; font-size: 14px; line-height: 1.55; color: #1f2328; overflow-wrap: anywhere;">${htmlWithoutLinks(content)}</div>`
}

/** A link that looks like a button, with its address below in case the button does not work. */
export function button(label: string, url: string, { light }: Accents): Html {
  return html`<p style="margin: 0 0 10px;"><a class="button" href="${url}" style="display: inline-block; padding: 12px 22px; background: ${light.background}; border-radius: 8px; font-size: 16px; line-height: 1.25; font-weight: 600; color: ${light.ink}; text-decoration: none;">${label}</a></p>
<p class="soft" style="margin: 0 0 20px; font-size: 12px; line-height: 1.5; color: #57606a; word-break: break-all;">${url}</p>`
}

/**
 * A code to type. The gap in its middle is space around the digits, not a character, so that
 * marking it copies the digits alone.
 */
export function codeBox(code: string): Html {
  const middle = Math.ceil(code.length / 2)
  return html`<p class="box ink" style="margin: 0 0 16px; padding: 20px 12px; background: #f6f8fa; border: 1px solid #d8dee4; border-radius: 8px; text-align: center; font-family: ${mono}; font-size: 34px; line-height: 1.2; font-weight: 600; letter-spacing: 3px; color: #1f2328; -webkit-user-select: all; user-select: all;"><span>${code.slice(0, middle)}</span><span style="margin-left: 14px;">${code.slice(middle)}</span></p>`
}

/** One of several choices, with its title and what to choose it by. */
export function choice(title: string, chosenBy: Html): Html {
  return html`<div class="box" style="margin: 0 0 12px; padding: 16px 16px 0; background: #f6f8fa; border: 1px solid #d8dee4; border-radius: 8px; overflow-wrap: anywhere;">
<p class="ink" style="margin: 0 0 14px; font-size: 16px; line-height: 1.4; font-weight: 600; color: #1f2328;">${htmlWithoutLinks(title)}</p>
${chosenBy}</div>`
}
