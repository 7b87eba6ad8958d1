import type { Edition } from '@gatehouse/settings'
import express, { Router } from 'express'
// Not the package's main file: that would run the whole viewer in every gateway at its start.
import absolutePath from 'swagger-ui-dist/absolute-path.js'
import { pagePolicy } from '../pages/pages-router.ts'
import { errorsPage } from '../problems/errors-page.ts'
import { openApiDocument } from './openapi/openapi.ts'

/** The viewer sets styles from its script and shows icons from data addresses; nothing else. */
const viewerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

const initializer = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
})
`

/** `/openapi.json`, a page to read and try it at `/docs`, and `/docs/errors` that explains codes. */
export function createDocsRouter(edition: Edition): Router {
  const document = openApiDocument(edition)
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/openapi.json', (_request, response) => {
    response.set('Access-Control-Allow-Origin', '*').json(document)
  })
  router.use('/docs', (_request, response, next) => {
    response.set('Content-Security-Policy', viewerPolicy)
    next()
  })
  router.get('/docs/errors', (_request, response) => {
    response.set('Content-Security-Policy', pagePolicy).type('html').send(errorsPage())
  })
  router.get('/docs/swagger-initializer.js', (_request, response) => {
    response.type('js').send(initializer)
  })
  router.use('/docs', express.static(absolutePath(), { etag: true, maxAge: '1h' }))
  return router
}
