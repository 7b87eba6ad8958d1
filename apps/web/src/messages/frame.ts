import { frameDe } from './frame.de.ts'
import { frameEn } from './frame.en.ts'
import { ofLanguage } from './of-language.ts'

/** The words of this part, in the language of the page. */
export const frame = ofLanguage({ en: frameEn, de: frameDe })
