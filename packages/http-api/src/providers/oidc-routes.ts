import type { Auth } from '@gatehouse/auth-core'
import type { ApiAnswer, ApiLog, ApiRequest } from '../exchange.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { ApiPath, RedirectingUseCase } from '../operations/operation.ts'
import { type Problem, problemAnswer } from '../problems/problem.ts'
import { problemOfRefusal, reportError } from '../problems/problem-of.ts'
import { acceptedType } from '../requests/accepted-type.ts'
import type { Address, Answerer } from '../routes/address-book.ts'
import type { AttemptCookies } from './attempt-cookies.ts'
import { redirectRoutes } from './redirects.ts'

/** What the redirect routes need. */
export interface OidcRoutesOptions {
  /** The use cases of a login through a provider. */
  readonly auth: Pick<Auth, RedirectingUseCase>
  /** The providers, the cookies and the pages. */
  readonly oidc: OidcEdge
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
  /** Logs refusals by a provider, with the reason. */
  readonly log: ApiLog
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
  readonly request: ApiRequest
  /** The cookies that the answer sets, whatever it is. */
  readonly cookies: string[]
}

type Step = (options: OidcRoutesOptions, exchange: ProviderExchange) => Promise<ApiAnswer>

/**
 * The redirect routes for browsers (interface document, OAuth2/OIDC redirect routes). They take no `HEAD`: a link
 * checker would use up a person's attempt.
 */
export function oidcRoutes(options: OidcRoutesOptions): ReadonlyMap<ApiPath, Address> {
  const steps = new Map<string, Answerer>()
  for (const provider of options.oidc.providers) {
    const path = `/api/auth/oidc/${provider}`
    steps.set(path, answererOf(start, { options, provider }))
    steps.set(`${path}/callback`, answererOf(finish, { options, provider }))
  }
  // A provider that is not set up has addresses all the same, with nothing there.
  const paths = new Set([...redirectRoutes.map(([path]) => path), ...steps.keys()])
  return new Map(
    [...paths].map((path) => {
      const methods = new Map([['GET', steps.get(path) ?? nothing]])
      return [path as ApiPath, { methods, takesHead: false, headers: [] }] as const
    }),
  )
}

const nothing: Answerer = () => Promise.resolve(undefined)

function answererOf(
  step: Step,
  { options, provider }: { readonly options: OidcRoutesOptions; readonly provider: string },
): Answerer {
  return async (request) => {
    const exchange: ProviderExchange = { provider, request, cookies: [] }
    const answer = await step(options, exchange).catch((error: unknown) => {
      const context = { log: options.log, requestId: request.from.requestId }
      return refuse(options, exchange, reportError(error, context))
    })
    const set = exchange.cookies.map((cookie) => ['Set-Cookie', cookie] as const)
    return { ...answer, headers: [...set, ...answer.headers] }
  }
}

async function start(options: OidcRoutesOptions, exchange: ProviderExchange): Promise<ApiAnswer> {
  const { auth, oidc } = options
  const { provider, request, cookies } = exchange
  const outcome = await auth.startOidcLogin({ provider, from: request.from })
  if (outcome.kind === 'refused') return refuse(options, exchange, problemOfRefusal(outcome))
  cookies.push(...oidc.attempts.give(request, outcome.attempt))
  return redirect(outcome.redirectTo)
}

async function finish(options: OidcRoutesOptions, exchange: ProviderExchange): Promise<ApiAnswer> {
  const { auth, oidc, log } = options
  const { provider, request, cookies } = exchange
  const { from } = request
  const query = request.query.slice(1)
  const state = new URLSearchParams(query).get('state') ?? ''
  const { attempt, setCookie } = oidc.attempts.take(request, state)
  // The attempt is used up now, whatever the outcome.
  cookies.push(...setCookie)
  const outcome = await auth.finishOidcLogin({ provider, query, attempt, from })
  switch (outcome.kind) {
    case 'authenticated':
      return handOver(oidc.pages.dashboardUrl, {
        token: outcome.token,
        expires_in: String(outcome.expiresIn),
        session_token: outcome.sessionToken,
      })
    case 'tenant_selection_required':
      return handOver(oidc.pages.workspacePickerUrl, { session_token: outcome.sessionToken })
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
function handOver(page: string, values: Readonly<Record<string, string>>): ApiAnswer {
  return redirect(`${page}#${new URLSearchParams(values)}`)
}

const offered = ['text/html', 'application/json', 'application/problem+json'] as const

/** A program gets the problem; a person is sent to the page that explains its code. */
function refuse(
  { oidc, problemBase }: OidcRoutesOptions,
  { request }: ProviderExchange,
  problem: Problem,
): ApiAnswer {
  const type = acceptedType(request.headers.accept, offered)
  if (type !== undefined && type !== 'text/html') {
    return problemAnswer(problem, { problemBase, requestId: request.from.requestId })
  }
  const page = new URL(oidc.pages.loginUrl)
  page.searchParams.set('error', problem.code)
  const answer = redirect(page.href)
  return { ...answer, headers: [...Object.entries(problem.headers ?? {}), ...answer.headers] }
}

/** Redirects without a body, because the usual body repeats the address with its token. */
function redirect(location: string): ApiAnswer {
  return { status: 303, headers: [['Location', location]], body: '' }
}
