import { ofLanguage } from './of-language.ts'
import { peopleDe } from './people.de.ts'
import { peopleEn } from './people.en.ts'

/** The words of this part, in the language of the page. */
export const people = ofLanguage({ en: peopleEn, de: peopleDe })
