import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import express, { type Request, type Response, Router } from 'express'
import type { BuiltFile } from './built-pages.ts'
import { languages, type Pages } from './load-pages.ts'
import { imagePolicy } from './well-known.ts'

/**
 * The Content Security Policy of our own pages: they load and call only this service, have no inline script
 * or style, and cannot be framed. Forms are sent only by script, so that typed text can never end in an
 * address.
 */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

/** Documents of the gateway's own, beside those that are built. */
export const staticFolder = join(import.meta.dirname, '..', '..', 'static')

/** The files that these documents load. */
export const assetsFolder = join(staticFolder, 'assets')

const forEver = 'public, max-age=31536000, immutable'

/**
 * The pages that people sign in with. All are one document, whose behaviour depends on the address. Tokens
 * come in the fragment, which no server and no link scanner sees (T-48, T-55).
 *
 * @param pages Not set when the operator has their own pages; then there is only a page with a link to the
 * documentation.
 */
export function createPagesRouter(pages: Pages | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', pagePolicy)
    next()
  })
  if (pages) servePages(router, pages)
  else
    router.get('/', (_request, response) => response.sendFile('index.html', { root: staticFolder }))
  // Of the pages that need no script, such as that of the error codes.
  router.use('/pages', express.static(assetsFolder, { index: false, setHeaders }))
  return router
}

function servePages(router: Router, pages: Pages): void {
  router.use((request, response, next) => {
    if (pages.hasPage(request.path)) sendPage(request, response, pages.document)
    else next()
  })
  router.get('/pages/assets/:name', (request, response, next) => {
    const file = pages.files.get(request.params.name)
    if (file) sendFile(request, response, file)
    else next()
  })
  router.get('/pages/brand.css', (request, response) => sendFile(request, response, pages.styles))
  router.get('/pages/logo', (_request, response) => {
    response.set({ 'Content-Security-Policy': imagePolicy, 'Cache-Control': forEver })
    response.type(pages.logo.type).send(pages.logo.bytes)
  })
}

/** Answers with a document in the language that the browser asks for. */
export function sendPage(
  request: Request,
  response: Response,
  documentIn: (language: string) => string,
): void {
  const language = request.acceptsLanguages(...languages) || languages[0]
  response.set({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Language': language,
  })
  response.vary('Accept-Language').type('html').send(documentIn(language))
}

function sendFile(request: Request, response: Response, file: BuiltFile): void {
  const { type, plain, br, gzip } = file
  const encoding = request.acceptsEncodings('br', 'gzip')
  const encoded = encoding === 'br' ? br : encoding === 'gzip' ? gzip : undefined
  if (encoded && encoding) response.set('Content-Encoding', encoding)
  response.set({ 'Content-Type': type, 'Cache-Control': forEver })
  response.vary('Accept-Encoding').send(encoded ?? plain)
}

/** Files may be cached but must be revalidated, so that a page never gets a file of another version. */
function setHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
}
