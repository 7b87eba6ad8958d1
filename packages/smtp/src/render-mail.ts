import type { Mail } from '@gatehouse/auth-core/ports'
import type { Html } from './html.ts'
import { languageOf } from './languages/languages.ts'
import type { MailLanguage, MailWords } from './languages/mail-language.ts'
import { aside, button, choice, codeBox, htmlDocument, paragraph, warning } from './layout.ts'
import type { MailBrand } from './mail-brand.ts'
import type { MailContext, MailLinks, RenderedMail } from './rendered-mail.ts'

/**
 * Writes the subject and both bodies of a mail, in its language. The texts have the names that a person chose,
 * as far as mails show them; the code and the links are added here.
 */
export function renderMail(mail: Mail, { brand, links }: MailContext): RenderedMail {
  const language = languageOf(mail.language)
  const words = wordsOf(mail, language, brand.name)
  return render(words, middleOf(mail, { links, language }), { language, brand })
}

/** Writes the mail by which an operator tests the mail server, in English. */
export function renderTestMail(brand: MailBrand): RenderedMail {
  const language = languageOf(undefined)
  return render(language.test(brand.name), [], { language, brand })
}

function render(
  { subject, before, action = '', after = [], ignore, alarm }: MailWords,
  middle: readonly Part[],
  { language, brand }: Looks,
): RenderedMail {
  const closing = language.closing(brand.name)
  const below = [ignore, alarm].filter((text) => text !== undefined)
  const body = [
    ...before.map(paragraph),
    ...middle.map((part) => partAsHtml(part, (url) => button(action, url, brand.accents))),
    ...after.map(paragraph),
    ...(ignore === undefined ? [] : [aside(ignore)]),
    ...(alarm === undefined ? [] : [warning(alarm)]),
  ]
  const [first] = middle
  const text = [...before, ...middle.map(partAsText), ...after, ...below, `-- \n${closing}`]
  return {
    // People read it in the notification of their mail program.
    subject: first && 'code' in first ? `${subject}: ${first.code}` : subject,
    text: `${text.join('\n\n')}\n`,
    html: htmlDocument({ language: language.tag, brand, heading: subject, body, closing }),
  }
}

interface Looks {
  readonly language: ReturnType<typeof languageOf>
  readonly brand: MailBrand
}

function wordsOf(mail: Mail, { mails }: MailLanguage, product: string): MailWords {
  const write = mails[mail.kind] as (mail: Mail, product: string) => MailWords
  return write(mail, product)
}

/** What a mail is for: a code, or a link with a title where there are several. */
type Part =
  | { readonly code: string }
  | { readonly url: string; readonly title?: string | undefined }

function middleOf(
  mail: Mail,
  { links, language }: { readonly links: MailLinks; readonly language: MailLanguage },
): readonly Part[] {
  switch (mail.kind) {
    case 'otp':
      return [{ code: mail.code }]
    case 'verify_email':
    case 'email_change':
      return [{ url: links.verifyEmail(mail.token) }]
    case 'invitation':
      return [{ url: links.invitation(mail.token) }]
    case 'organization_closing':
      return [{ url: links.reopenOrganization(mail.token) }]
    case 'password_reset':
      return mail.accounts.map(({ token, ...names }) => ({
        url: links.resetPassword(token),
        title: language.account(names),
      }))
    case 'password_changed':
    case 'password_doubtful':
    case 'account_claimed':
    case 'protection_lowered':
    case 'email_change_requested':
    case 'email_changed':
      return []
  }
}

function partAsText(part: Part): string {
  if ('code' in part) return part.code
  return part.title === undefined ? part.url : `${part.title}\n${part.url}`
}

function partAsHtml(part: Part, buttonTo: (url: string) => Html): Html {
  if ('code' in part) return codeBox(part.code)
  return part.title === undefined ? buttonTo(part.url) : choice(part.title, buttonTo(part.url))
}
