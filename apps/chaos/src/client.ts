import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt } from './evidence.ts'
import type { Journal } from './journal.ts'

/** A request that is repeated until it is answered. */
export interface Request {
  readonly method?: string
  readonly path: string
  /** Goes out as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The final answer. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The number of earlier attempts without an answer, which may have had an effect. */
  readonly lost: number
  /** When the answered attempt was sent, in epoch milliseconds. */
  readonly sentAt: number
  readonly endedAt: number
  /** Where a redirect leads; empty without one. */
  readonly location: string
  /** The code of a problem document, or of the redirect to the page that explains it. */
  readonly code: string | undefined
  /** The fields `Set-Cookie`. */
  readonly cookies: readonly string[]
}

/** A client that repeats a request until it is answered. */
export interface Client {
  /** Sends a request. @throws {Error} When no answer comes for {@link timeoutMs}. */
  ask(request: Request): Promise<Answer>
}

/** Milliseconds before a request is repeated. */
const pauseMs = 250

/** Milliseconds: longer than any fault lasts, also the start of a Keycloak on a busy machine. */
const timeoutMs = 600_000

/** Statuses after which a request is repeated, as after no answer. */
const tryAgain = [502, 503, 504]

/** A client of one server. @param journal Gets every attempt. */
export function createClient(url: string, journal: Journal): Client {
  let operations = 0
  return {
    async ask(request) {
      operations += 1
      const operation = operations
      const deadline = Date.now() + timeoutMs
      for (let lost = 0; ; lost += 1) {
        const { attempt, ...rest } = await send(url, operation, request)
        journal.attempts.push(attempt)
        const { status, sentAt, endedAt, code } = attempt
        if (status !== null && !tryAgain.includes(status)) {
          return { ...rest, status, code, lost, sentAt, endedAt }
        }
        if (Date.now() > deadline) throw new Error(`no answer to ${attempt.what}: ${status}`)
        await sleep(pauseMs)
      }
    },
  }
}

interface SentRequest extends Pick<Answer, 'body' | 'location' | 'cookies'> {
  readonly attempt: Attempt
}

async function send(url: string, operation: number, request: Request): Promise<SentRequest> {
  const { method = 'POST', path, body: content, headers } = request
  const seen = { operation, what: `${method} ${path.split('?')[0]}`, sentAt: Date.now() }
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': 'gatehouse-cli/1.0',
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    })
    const body = readBody(await response.text())
    const { status } = response
    const location = response.headers.get('location') ?? ''
    const attempt: Attempt = {
      ...seen,
      endedAt: Date.now(),
      status,
      code: typeof body.code === 'string' ? body.code : errorIn(location),
      isProblem: isProblem(response, body),
      requestId: response.headers.get('x-request-id') ?? undefined,
      next: nextStep(body),
    }
    return { attempt, body, location, cookies: response.headers.getSetCookie() }
  } catch (error) {
    // Fetch reports every fault of the connection as a TypeError, and nothing else.
    if (!(error instanceof TypeError)) throw error
    const attempt = { ...seen, ...unanswered, endedAt: Date.now() }
    return { attempt, body: {}, location: '', cookies: [] }
  }
}

/** What a redirect says of a sign-in that has failed. */
function errorIn(location: string): string | undefined {
  if (!URL.canParse(location)) return undefined
  return new URL(location).searchParams.get('error') ?? undefined
}

const unanswered = {
  status: null,
  code: undefined,
  isProblem: false,
  requestId: undefined,
  next: undefined,
} as const

function readBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

function isProblem(response: Response, body: Readonly<Record<string, unknown>>): boolean {
  const { type, title, status, code, detail, request_id } = body
  const texts = [type, title, code, detail, request_id]
  return (
    response.headers.get('content-type') === 'application/problem+json' &&
    status === response.status &&
    texts.every((text) => typeof text === 'string' && text !== '')
  )
}

function nextStep(body: Readonly<Record<string, unknown>>): Attempt['next'] {
  if (body.requires_otp === true) return 'code'
  if (body.requires_tenant_selection === true) return 'choice'
  return typeof body.token === 'string' ? 'token' : undefined
}
