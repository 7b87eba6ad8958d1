import { mailLinksDe } from './mail-links.de.ts'
import { mailLinksEn } from './mail-links.en.ts'
import { ofLanguage } from './of-language.ts'

/** The words of this part, in the language of the page. */
export const mailLinks = ofLanguage({ en: mailLinksEn, de: mailLinksDe })
