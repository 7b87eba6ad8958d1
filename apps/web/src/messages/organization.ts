import { ofLanguage } from './of-language.ts'
import { organizationDe } from './organization.de.ts'
import { organizationEn } from './organization.en.ts'

/** The words of this part, in the language of the page. */
export const organization = ofLanguage({ en: organizationEn, de: organizationDe })
