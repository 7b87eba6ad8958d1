import { type Response, Router } from 'express'

/** Something the service cannot do its work without. */
export interface Dependency {
  readonly name: 'database' | 'credential_store' | 'mail'
  /** Returns when it works, throws when it does not. */
  readonly check: () => Promise<void>
}

/** How long one dependency may take to answer, in milliseconds. */
const checkTimeoutMs = 3000

/** `GET /healthz`: the process is alive. `GET /readyz`: it can do its work, and what it lacks. */
export function createHealthRouter(
  dependencies: readonly Dependency[],
  isDraining: () => boolean,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_request, response) => {
    send(response, 200, { status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    const states = await Promise.all(dependencies.map(stateOf))
    const ready = !isDraining() && states.every(([, state]) => state === 'ok')
    const status = isDraining() ? 'draining' : ready ? 'ok' : 'not_ready'
    send(response, ready ? 200 : 503, { status, checks: Object.fromEntries(states) })
  })
  return router
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
