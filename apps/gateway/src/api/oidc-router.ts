import type { Auth } from '@gatehouse/auth-core'
import { type Edition, isPartOf, providerSignIn } from '@gatehouse/settings'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { FactsOf } from '../edge/request-facts.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { Problem } from '../problems/problem.ts'
import type { AttemptCookies } from './attempt-cookies.ts'
import { problemOfRefusal, reportError, sendMethods, sendProblem } from './errors.ts'
import { redirectRoutes } from './openapi/redirects.ts'

/** What the redirect routes need. */
export interface OidcRouterOptions {
  /** The use cases of a login through a provider. */
  readonly auth: Pick<Auth, 'startOidcLogin' | 'finishOidcLogin'>
  /** There are no such routes in an edition without them. */
  readonly edition: Edition
  /** The providers, the cookies and the pages. */
  readonly oidc: OidcEdge
  /** Finds the client that sent a request, and when the request arrived. */
  readonly factsOf: FactsOf
  /** Logs refusals by a provider, with the reason. */
  readonly log: Logger
}

/** The providers and pages for redirects. No part of it is taken from a request (T-46, T-47). */
export interface OidcEdge {
  /** The names of the enabled providers, as in URLs; others have no routes. */
  readonly providers: readonly string[]
  /** Keeps an attempt in the browser until the callback. */
  readonly attempts: AttemptCookies
  /** The absolute addresses after the callback: a finished login, a choice of organization, a refusal. */
  readonly pages: {
    readonly dashboardUrl: string
    readonly workspacePickerUrl: string
    readonly loginUrl: string
  }
}

/** One request of a browser on its way to or from a provider. */
interface ProviderExchange {
  readonly provider: string
  readonly request: Request
  readonly response: Response
}

type Step = (options: OidcRouterOptions, exchange: ProviderExchange) => Promise<void>

/** The redirect routes for browsers (interface document, OAuth2/OIDC redirect routes). */
export function createOidcRouter(options: OidcRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  // Express would take HEAD for GET, and a link checker would use up a person's attempt.
  const known = isPartOf(options.edition, providerSignIn) ? redirectRoutes : []
  for (const [path] of known) router.all(path, onlyGet)
  for (const provider of options.oidc.providers) {
    const path = `/api/auth/oidc/${provider}`
    const routes: readonly (readonly [string, Step])[] = [
      [path, start],
      [`${path}/callback`, finish],
    ]
    for (const [route, step] of routes) {
      router.get(route, async (request, response) => {
        const exchange = { provider, request, response }
        try {
          await step(options, exchange)
        } catch (error) {
          const { requestId } = options.factsOf(request).from
          refuse(options, exchange, reportError(error, options.log, requestId))
        }
      })
    }
  }
  return router
}

async function start(options: OidcRouterOptions, exchange: ProviderExchange): Promise<void> {
  const { auth, oidc, factsOf } = options
  const { provider, request, response } = exchange
  const outcome = await auth.startOidcLogin({ provider, from: factsOf(request).from })
  if (outcome.kind === 'refused') {
    refuse(options, exchange, problemOfRefusal(outcome))
    return
  }
  response.append('Set-Cookie', [...oidc.attempts.give(request, outcome.attempt)])
  redirect(response, outcome.redirectTo)
}

async function finish(options: OidcRouterOptions, exchange: ProviderExchange): Promise<void> {
  const { auth, oidc, factsOf, log } = options
  const { provider, request, response } = exchange
  const query = /\?(.*)$/.exec(request.url)?.[1] ?? ''
  const state = new URLSearchParams(query).get('state') ?? ''
  const { attempt, setCookie } = oidc.attempts.take(request, state)
  // The attempt is used up now, whatever the outcome.
  response.append('Set-Cookie', [...setCookie])
  const { from } = factsOf(request)
  const outcome = await auth.finishOidcLogin({ provider, query, attempt, from })
  switch (outcome.kind) {
    case 'authenticated':
      return handOver(response, oidc.pages.dashboardUrl, {
        token: outcome.token,
        expires_in: String(outcome.expiresIn),
        session_token: outcome.sessionToken,
      })
    case 'tenant_selection_required':
      return handOver(response, oidc.pages.workspacePickerUrl, {
        session_token: outcome.sessionToken,
      })
    case 'refused': {
      const reason = 'reason' in outcome ? outcome.reason : outcome.refusal
      const note = { request_id: from.requestId, provider, code: outcome.refusal, reason }
      log.warn(note, 'provider login refused')
      return refuse(options, exchange, problemOfRefusal(outcome))
    }
    case 'otp_required':
      throw new TypeError('a provider login is never asked for a code before a tenant is chosen')
    default:
      return unreachable(outcome)
  }
}

/** Uses the fragment, which browsers do not send: no server, log or referrer sees it (T-48). */
function handOver(
  response: Response,
  page: string,
  values: Readonly<Record<string, string>>,
): void {
  redirect(response, `${page}#${new URLSearchParams(values)}`)
}

/** A program gets the problem; a person is sent to the page that explains its code. */
function refuse({ oidc }: OidcRouterOptions, exchange: ProviderExchange, problem: Problem): void {
  const { request, response } = exchange
  const type = request.accepts(['html', 'json', 'application/problem+json'])
  if (type !== false && type !== 'html') {
    sendProblem(response, problem)
    return
  }
  const page = new URL(oidc.pages.loginUrl)
  page.searchParams.set('error', problem.code)
  response.set(problem.headers ?? {})
  redirect(response, page.href)
}

/** Redirects without a body, because the usual body repeats the address with its token. */
function redirect(response: Response, location: string): void {
  response.status(303).set('Location', location).end()
}

const onlyGet: RequestHandler = (request, response, next) =>
  request.method === 'GET' ? next() : sendMethods(request, response, 'GET')
