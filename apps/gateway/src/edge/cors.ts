import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WriteProblem } from '@gatehouse/http-api'

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
// Without cookies `*` is any name but Authorization: what a backend needs is its own affair.
const allowedHeaders = 'Authorization, Content-Type, *'
const exposedHeaders = 'Retry-After, WWW-Authenticate, X-Request-Id, *'

/** Seconds for which a browser may remember the answer to a preflight. */
const maxAgeSeconds = 600

/**
 * The CORS fields of every answer (Fetch standard, CORS protocol): pages of the listed origins may read it,
 * without cookies.
 *
 * @param origin As the browser sends it.
 * @returns Names and values in turn.
 */
export function corsFields(
  origin: string | undefined,
  allowsOrigin: (origin: string) => boolean,
): readonly string[] {
  if (origin === undefined || !allowsOrigin(origin)) return varyOrigin
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    exposedHeaders,
    ...varyOrigin,
  ]
}

const varyOrigin = ['Vary', 'Origin']

/** Whether a browser asks for leave (Fetch standard, CORS preflight); any other OPTIONS is a method like all. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  if (method !== 'OPTIONS') return false
  const { origin, 'access-control-request-method': asked } = headers
  return origin !== undefined && asked !== undefined
}

/**
 * Answers a preflight. They are answered here, for the backend's routes too, and never reach it
 * (T-71).
 */
export function answerPreflight(
  { headers: { origin } }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  { allowsOrigin, writeProblem }: CorsOptions,
): void {
  if (origin === undefined || !allowsOrigin(origin)) {
    writeProblem(response, { code: 'origin_not_allowed' })
    return
  }
  const preflight = {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': String(maxAgeSeconds),
  }
  response.writeHead(204, preflight).end()
}

/** The allowed origins, and how to refuse. */
export interface CorsOptions {
  /** Whether pages of this origin, exactly as the browser sends it, may send requests. */
  readonly allowsOrigin: (origin: string) => boolean
  /** Writes the answer of a refusal. */
  readonly writeProblem: WriteProblem
}
