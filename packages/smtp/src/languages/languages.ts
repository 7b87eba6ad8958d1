import { de } from './de.ts'
import { en } from './en.ts'
import type { MailLanguage } from './mail-language.ts'

/** The languages of mails by their tags. The first one is that of people whose language is not known. */
const languages: Readonly<Record<string, MailLanguage>> = { en, de }

/** The tags of the languages that mails are written in. */
export const mailLanguages: readonly string[] = Object.keys(languages)

/** The words in a language and its tag; English when the tag is not one of those that mails are written in. */
export function languageOf(tag: string | undefined): MailLanguage & { readonly tag: string } {
  const language = tag !== undefined && Object.hasOwn(languages, tag) ? languages[tag] : undefined
  return language && tag !== undefined ? { ...language, tag } : { ...en, tag: 'en' }
}

/** The longest field that is read, in UTF-16 units; browsers send less than a tenth of it. */
const longestField = 500

/**
 * The language that a client prefers of those that mails are written in.
 *
 * @param field The value of `Accept-Language` (RFC 9110, section 12.5.4).
 * @returns A tag of those that mails are written in, or `undefined` when it asks for none of them.
 */
export function preferredLanguage(field: string | undefined): string | undefined {
  if (field === undefined || field.length > longestField) return undefined
  const ranges = field.split(',').flatMap((range) => {
    const [, tag = '', quality = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range) ?? []
    const language = tag.toLowerCase()
    return Object.hasOwn(languages, language) ? [{ language, quality: Number(quality) }] : []
  })
  const [best] = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  return best?.language
}
