import { NamedCause, PortError } from '@gatehouse/auth-core/ports'
import { type Response, Router } from 'express'
import pTimeout from 'p-timeout'
import { memoizeBriefly } from '../lib/memoize-briefly.ts'

/** Something that the service needs to do its work. */
export interface Dependency {
  /** Its name in the answer of `GET /readyz`. */
  readonly name: 'database' | 'credential_store' | 'mail' | 'signing_keys' | 'clock'
  /** Returns when it works, throws when it does not. */
  readonly check: () => Promise<void>
}

/** Milliseconds that one dependency may take to answer. */
const checkTimeoutMs = 3000

/** Milliseconds for which an answer is reused. */
const answerAgeMs = 1000

/**
 * `GET /healthz` and `/livez`: the process is alive. `GET /readyz`: it can do its work, and what it lacks; with
 * `?exclude=mail` the mail server does not count, and so on for each dependency.
 */
export function createHealthRouter(
  dependencies: readonly Dependency[],
  isDraining: () => boolean,
): Router {
  const asked = dependencies.map(askedRarely)
  const router = Router({ caseSensitive: true, strict: true })
  router.get(['/healthz', '/livez'], (_request, response) => {
    send(response, 200, { status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    const excluded = new Set([request.query.exclude].flat())
    const counted = asked.filter(({ name }) => !excluded.has(name))
    const states = await Promise.all(counted.map(stateOf))
    const ready = !isDraining() && states.every(({ state }) => state === 'ok')
    const status = isDraining() ? 'draining' : ready ? 'ok' : 'not_ready'
    const checks = Object.fromEntries(states.map(({ name, state }) => [name, state]))
    const known = states.flatMap(({ name, reason }) => (reason ? [[name, reason] as const] : []))
    const reasons = known.length > 0 && { reasons: Object.fromEntries(known) }
    send(response, ready ? 200 : 503, { status, checks, ...reasons })
  })
  return router
}

/** Asks the dependency at most once a second, however many clients ask. */
function askedRarely({ name, check }: Dependency): Dependency {
  const limited = () => pTimeout(check(), { milliseconds: checkTimeoutMs })
  return { name, check: memoizeBriefly(limited, answerAgeMs) }
}

interface State {
  readonly name: Dependency['name']
  readonly state: 'ok' | 'unavailable'
  /** Set where the adapter names it; it holds no secret. */
  readonly reason?: string
}

async function stateOf({ name, check }: Dependency): Promise<State> {
  try {
    await check()
    return { name, state: 'ok' }
  } catch (error) {
    const named = error instanceof PortError && error.cause instanceof NamedCause
    return { name, state: 'unavailable', ...(named && { reason: error.reason }) }
  }
}

function send(response: Response, status: number, body: object): void {
  response.set('Cache-Control', 'no-store').status(status).json(body)
}
