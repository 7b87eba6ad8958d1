import { catalogueOf } from './messages/messages.ts'

/** What this page says, in the language the gateway has chosen for it. */
export const words = catalogueOf(document.documentElement.lang)
