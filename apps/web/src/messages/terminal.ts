import { ofLanguage } from './of-language.ts'
import { terminalDe } from './terminal.de.ts'
import { terminalEn } from './terminal.en.ts'

/** The words of this part, in the language of the page. */
export const terminal = ofLanguage({ en: terminalEn, de: terminalDe })
