import { auditDe } from './audit.de.ts'
import { auditEn } from './audit.en.ts'
import { ofLanguage } from './of-language.ts'

/** The words of this part, in the language of the page. */
export const audit = ofLanguage({ en: auditEn, de: auditDe })
