import { type Edition, problems } from '@gatehouse/http-api'
import { type ApiDocument, errorsPage, referencePage, whatToDo } from '@gatehouse/reference'
import { type Response, Router } from 'express'
import { pagePolicy } from '../pages/pages-router.ts'
import { openApiDocument } from './openapi/openapi.ts'

/**
 * `/openapi.json`, a page to read it at `/docs/`, and `/docs/errors` that explains codes.
 *
 * @param publicBaseUrl The address at which clients reach the gateway.
 */
export function createDocsRouter(edition: Edition, publicBaseUrl: string): Router {
  const document = openApiDocument(edition, publicBaseUrl)
  // The page shows what the type names, and nothing of it is missing in ours.
  const reference = referencePage(document as unknown as ApiDocument)
  const errors = errorsPage(problems, whatToDo)
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/openapi.json', (_request, response) => {
    response.set('Access-Control-Allow-Origin', '*').json(document)
  })
  router.get('/docs', (_request, response) => response.redirect(301, '/docs/'))
  router.get('/docs/', (_request, response) => sendDocument(response, reference))
  router.get('/docs/errors', (_request, response) => sendDocument(response, errors))
  return router
}

function sendDocument(response: Response, html: string): void {
  response.set('Content-Security-Policy', pagePolicy).type('html').send(html)
}
