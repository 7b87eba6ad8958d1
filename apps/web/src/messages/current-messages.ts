import { catalogueOf } from './messages.ts'

/** What this page says, in the language the gateway has chosen for it. */
export const messages = catalogueOf(document.documentElement.lang)
