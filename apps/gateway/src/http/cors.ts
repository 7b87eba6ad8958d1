import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WriteProblem } from './problem.ts'

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const allowedHeaders = 'Authorization, Content-Type'
const exposedHeaders = 'Retry-After, WWW-Authenticate, X-Request-Id'

/** How long a browser may remember the answer to a preflight, in seconds. */
const maxAgeSeconds = 600

/**
 * Lets pages of the listed origins read answers (Fetch standard, CORS protocol), without cookies.
 * Preflights are answered here, for the backend's routes too, and never reach it (T-71).
 *
 * @returns Whether the request has been answered.
 */
export function answerCors(
  request: IncomingMessage,
  response: ServerResponse,
  { allowsOrigin, writeProblem }: CorsOptions,
): boolean {
  const { origin } = request.headers
  const allowed = origin !== undefined && allowsOrigin(origin)
  if (allowed) {
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders)
  }
  response.setHeader('Vary', 'Origin')
  if (request.method !== 'OPTIONS') return false
  if (!allowed) {
    writeProblem(response, { code: 'origin_not_allowed' })
    return true
  }
  const preflight = {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': String(maxAgeSeconds),
  }
  response.writeHead(204, preflight).end()
  return true
}

/** Who may call, and how to refuse. */
export interface CorsOptions {
  /** Whether pages of this origin, exactly as the browser names it, may call. */
  readonly allowsOrigin: (origin: string) => boolean
  readonly writeProblem: WriteProblem
}
