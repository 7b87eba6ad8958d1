import type { IncomingMessage } from 'node:http'
import { createNodeHandler, createRoutes, ownPrefix, type RoutesOptions } from '@gatehouse/http-api'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Pages } from '../pages/load-pages.ts'
import { createNotFoundPage } from '../pages/not-found.ts'
import { createPagesRouter } from '../pages/pages-router.ts'
import { type WellKnownOptions, wellKnownAddresses } from '../pages/well-known.ts'
import { createDocsRouter } from './docs-router.ts'
import { createErrorHandler, type ProblemLocals, sendMethods, sendProblem } from './errors.ts'
import { createHealthRouter, type Dependency } from './health.ts'
import { readablePaths } from './readable-paths.ts'

/** What the Express part of the gateway needs. */
export interface AppOptions extends Omit<RoutesOptions, 'problemBase' | 'log'>, WellKnownOptions {
  /** Logs failures. */
  readonly log: Logger
  /** What readiness (`GET /readyz`) depends on. */
  readonly dependencies: readonly Dependency[]
  /** Whether the process is stopping: readiness then answers 503. */
  readonly isDraining: () => boolean
  /** The operator's name, on the page for unknown addresses. */
  readonly brand: string
  /** The pages; not set when the operator has their own. */
  readonly pages?: Pages
}

/**
 * Everything that the gateway answers itself. Proxied requests do not pass through it, so no middleware
 * touches them.
 */
export function createApp(options: AppOptions): Express {
  const app = express()
  const isEncrypted = options.publicBaseUrl.startsWith('https:')
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use((request: IncomingMessage, response, next) => {
    const { client, requestId } = options.factsOf(request).from
    const locals: ProblemLocals = { requestId, problemBase: options.publicBaseUrl }
    Object.assign(response.locals, locals)
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.url?.startsWith('/api/auth/')) response.set('X-Gatehouse-Client', client)
    if (isEncrypted) response.set('Strict-Transport-Security', 'max-age=31536000')
    next()
  })
  const { factsOf, publicBaseUrl: problemBase } = options
  const routes = createRoutes({ ...options, problemBase })
  app.use(createNodeHandler(routes, { factsOf, prefix: ownPrefix, problemBase }))
  const wellKnown = wellKnownAddresses(options, options.pages?.logo)
  const readable = readablePaths(options.pages, wellKnown.keys())
  app.use(onlyReads((path) => readable.has(path) || options.pages?.hasPage(path) === true))
  app.use(createHealthRouter(options.dependencies, options.isDraining))
  app.use(createDocsRouter(options.edition, options.publicBaseUrl))
  for (const [path, handler] of wellKnown) app.get(path, handler)
  app.use(createPagesRouter(options.pages))
  app.use(createNotFoundPage(options.brand, options.pages?.look))
  app.use((_request, response) => sendProblem(response, { code: 'not_found' }))
  app.use(createErrorHandler(options.log))
  return app
}

/** What is there to be read takes no other method. */
function onlyReads(isReadable: (path: string) => boolean): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request
    if (method === 'GET' || method === 'HEAD' || !isReadable(path)) next()
    else sendMethods(request, response, 'GET, HEAD')
  }
}
