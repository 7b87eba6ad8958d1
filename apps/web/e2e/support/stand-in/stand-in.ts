/**
 * Answers the auth routes in place of the gateway, whose pages are the real ones. It keeps no
 * promise of the service but those that the pages show.
 */
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { accountRoutes } from './account-routes.ts'
import { type Answer, type ProblemCode, problem, type Question } from './answer.ts'
import { organizationRoutes } from './organization-routes.ts'
import { initialState, type State } from './state.ts'

/** A service that a test can look into. */
export interface StandIn {
  readonly state: State
  /** Every call, as route and body. */
  readonly asked: readonly { readonly route: string; readonly body: unknown }[]
  /** Refuses the next calls of a route; the code `away` breaks the connection. */
  refuse(route: string, code: ProblemCode | 'away', times?: number): void
  /** Lets calls of a route wait until it is called. */
  hold(route: string): () => void
}

const routes = { ...accountRoutes, ...organizationRoutes }

/** What the gateway has itself. */
const ofGateway = ['login', 'verify-otp', 'resend-otp', 'select-tenant', 'tenants', 'refresh']
  .concat(['logout', 'signup', 'forgot-password', 'reset-password', 'verification'])
  .concat(['verify-email', 'resend-verification'])
  .map((route) => `POST /${route}`)

/**
 * Stands in for the auth routes in every tab of a browser profile.
 *
 * @param beside Whether only for those that the gateway does not have; its accounts are real then.
 */
export async function standIn(
  context: BrowserContext,
  fields: Partial<State> = {},
  beside = false,
): Promise<StandIn> {
  const state = { ...initialState(), ...fields }
  const asked: { route: string; body: unknown }[] = []
  const refusals: { route: string; code: ProblemCode | 'away' }[] = []
  const held = new Map<string, Promise<void>>()

  // The gateway would not take the token of the stand-in.
  await context.route('**/api/machines', (route) =>
    beside ? route.fallback() : send(route, { status: 200, body: { machines: state.machines } }),
  )
  await context.route('**/api/auth/**', async (route) => {
    const question = read(route.request())
    if (beside && ofGateway.includes(question.route)) return route.fallback()
    asked.push({ route: question.route, body: question.body })
    await held.get(question.route)
    const index = refusals.findIndex((each) => each.route === question.route)
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1)
    if (refusal?.code === 'away') return route.abort()
    if (refusal) return send(route, problem(refusal.code))
    await send(route, routes[question.route]?.(state, question) ?? problem('not_found'))
  })
  return {
    state,
    asked,
    refuse(route, code, times = 1) {
      for (let each = 0; each < times; each += 1) refusals.push({ route, code })
    },
    hold(route) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(route, promise)
      return () => {
        held.delete(route)
        resolve()
      }
    },
  }
}

function read(request: Request): Question {
  const url = new URL(request.url())
  const [, path = ''] = url.pathname.split('/api/auth')
  const [, before = path, id = '', after = ''] =
    /^(\/(?:sessions|api-keys|organization\/members|organization\/invitations))\/([^/]+)(.*)$/.exec(
      path,
    ) ?? []
  const body: unknown = JSON.parse(request.postData() ?? '{}')
  return {
    route: `${request.method()} ${before}${id === '' ? '' : `/{id}${after}`}`,
    id: decodeURIComponent(id),
    query: url.searchParams,
    body: Object(body) as Question['body'],
    token: request.headers().authorization?.replace('Bearer ', ''),
    accepts: request.headers().accept ?? '',
  }
}

async function send(route: Route, { status, body, headers = {} }: Answer): Promise<void> {
  const isText = typeof body === 'string'
  await route.fulfill({
    status,
    headers: {
      'content-type': isText ? 'application/jsonl' : 'application/json',
      'cache-control': 'no-store',
      ...headers,
    },
    body: isText ? body : JSON.stringify(body),
  })
}

/** Signs in by the page. */
export async function signInTo(page: Page, { state }: StandIn): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(state.me.email)
  await page.getByLabel('Password', { exact: true }).fill(state.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor()
}
