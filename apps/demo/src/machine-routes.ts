import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from 'express'
import { type Identity, readIdentity } from './identity.ts'
import { type FieldError, type Machine, parseMachineDraft } from './machine.ts'
import type { MachineStore } from './machine-store.ts'
import { type ProblemCode, problem, problemType } from './problem.ts'

type IdentifiedResponse = Response<unknown, { identity: Identity }>

/** The HTTP side of the machine backend: `/api/machines` and `/healthz`. */
export function createMachineRoutes(machines: MachineStore): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.use('/api', requireIdentity)
  app
    .route('/api/machines')
    .get((_request: Request, response: IdentifiedResponse) => {
      const found = machines.list(response.locals.identity.tenantId)
      response.set('Cache-Control', 'no-store').json({ machines: found.map(present) })
    })
    .post(express.json({ limit: '16kb' }), (request: Request, response: IdentifiedResponse) =>
      addMachine(machines, request, response),
    )
    .all((_request, response) => {
      response.set('Allow', 'GET, HEAD, POST')
      refuse(response, 'method_not_allowed')
    })
  app.use((_request, response) => refuse(response, 'not_found'))
  app.use(answerError)
  return app
}

function requireIdentity(request: Request, response: IdentifiedResponse, next: NextFunction): void {
  const identity = readIdentity(request.headers)
  if (identity) {
    response.locals.identity = identity
    next()
  } else refuse(response, 'identity_missing')
}

async function addMachine(
  machines: MachineStore,
  request: Request,
  response: IdentifiedResponse,
): Promise<void> {
  if (!request.is('application/json')) return refuse(response, 'unsupported_media_type')
  const parsed = parseMachineDraft(request.body)
  if (!parsed.ok) return refuse(response, 'validation_failed', parsed.errors)
  const machine = await machines.add(response.locals.identity.tenantId, parsed.draft)
  if (!machine) return refuse(response, 'too_many_machines')
  response.status(201).set('Cache-Control', 'no-store').json(present(machine))
}

function present({ tenantId, lastSeen, ...machine }: Machine) {
  return { ...machine, tenant_id: tenantId, last_seen: lastSeen.toISOString() }
}

function refuse(
  response: Pick<Response, 'req' | 'status'>,
  code: ProblemCode,
  errors?: readonly FieldError[],
): void {
  const body = problem(code, response.req.headers, errors)
  response.status(body.status).set('Cache-Control', 'no-store').type(problemType).json(body)
}

// biome-ignore lint/complexity/useMaxParams: Express tells an error handler by its four parameters.
const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error)
  refuse(response, codeOf(error))
}

function codeOf(error: unknown): ProblemCode {
  const { type, status } = Object(error) as { readonly type?: unknown; readonly status?: unknown }
  if (type === 'entity.parse.failed') return 'malformed_json'
  if (type === 'entity.too.large') return 'body_too_large'
  return typeof status === 'number' && status < 500 ? 'malformed_request' : 'internal_error'
}
