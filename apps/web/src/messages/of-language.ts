/** The language of this page, as the gateway has chosen it. */
export const language = document.documentElement.lang.startsWith('de') ? 'de' : 'en'

/** One part of the catalogue, in the language of this page. */
export function ofLanguage<Part>(parts: { readonly en: Part; readonly de: Part }): Part {
  return parts[language]
}
