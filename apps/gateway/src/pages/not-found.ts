import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { fillPlaces, languages, type Pages } from './load-pages.ts'
import { sendPage, staticFolder } from './pages-router.ts'

/**
 * Shows people a page where there is nothing, with a way back. Programs, and everything below `/api`, are left to
 * the next handler.
 *
 * @param brand The operator's name.
 * @param look The operator's logo and colours; our own unless given.
 */
export function createNotFoundPage(brand: string, look?: Pages['look']): RequestHandler {
  const places = { brand, logo: '/pages/icon.svg', brandStyles: '/pages/pages.css', ...look }
  const documents = new Map<string, string>()
  for (const language of languages) {
    const html = readFileSync(join(staticFolder, `not-found.${language}.html`), 'utf8')
    documents.set(language, fillPlaces(html, places))
  }
  return (request, response, next) => {
    if (/^\/api(?:\/|$)/.test(request.path)) return next()
    response.vary('Accept')
    // A client that accepts everything, such as `curl`, gets the problem.
    if (request.accepts('json', 'application/problem+json', 'html') !== 'html') return next()
    response.status(404)
    sendPage(request, response, (language) => documents.get(language) ?? '')
  }
}
