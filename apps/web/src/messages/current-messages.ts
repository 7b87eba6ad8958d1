import { catalogueOf } from './messages.ts'

/** The messages of this page, in the language that the gateway chose. */
export const messages = catalogueOf(document.documentElement.lang)
