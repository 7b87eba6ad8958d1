import { accountDe } from './account.de.ts'
import { accountEn } from './account.en.ts'
import { ofLanguage } from './of-language.ts'

/** The words of this part, in the language of the page. */
export const account = ofLanguage({ en: accountEn, de: accountDe })
