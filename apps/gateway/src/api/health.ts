import { type Response, Router } from 'express'

/** Something the service cannot do its work without. */
export interface Dependency {
  readonly name: 'database' | 'credential_store' | 'mail'
  /** Returns when it works, throws when it does not. */
  readonly check: () => Promise<void>
}

/** How long one dependency may take to answer, in milliseconds. */
const checkTimeoutMs = 3000

/** How old an answer may be, in milliseconds. */
const answerAgeMs = 1000

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can do its work, and what it lacks; with
 * `?exclude=mail` the mail server does not count, and so on for each dependency.
 */
export function createHealthRouter(
  dependencies: readonly Dependency[],
  isDraining: () => boolean,
): Router {
  const asked = dependencies.map(askedRarely)
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_request, response) => {
    send(response, 200, { status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    const excluded = new Set([request.query.exclude].flat())
    const counted = asked.filter(({ name }) => !excluded.has(name))
    const states = await Promise.all(counted.map(stateOf))
    const ready = !isDraining() && states.every(([, state]) => state === 'ok')
    const status = isDraining() ? 'draining' : ready ? 'ok' : 'not_ready'
    send(response, ready ? 200 : 503, { status, checks: Object.fromEntries(states) })
  })
  return router
}

/** Anybody may ask how things stand; the dependency itself is asked at most once a second. */
function askedRarely({ name, check }: Dependency): Dependency {
  let last: { readonly at: number; readonly answer: Promise<void> } | undefined
  return {
    name,
    check() {
      const at = performance.now()
      if (!last || at - last.at > answerAgeMs) last = { at, answer: check() }
      return last.answer
    },
  }
}

async function stateOf({ name, check }: Dependency): Promise<readonly [string, string]> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timeout')), checkTimeoutMs).unref()
  })
  try {
    await Promise.race([check(), timeout])
    return [name, 'ok']
  } catch {
    return [name, 'unavailable']
  }
}

function send(response: Response, status: number, body: object): void {
  response.set('Cache-Control', 'no-store').status(status).json(body)
}
