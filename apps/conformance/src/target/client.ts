import { setTimeout as sleep } from 'node:timers/promises'
import { Hindered } from '../expect/outcomes.ts'
import { type Answer, type Json, readObject } from './answer.ts'

/** The kinds of clients that the interface tells apart. */
export type ClientType = 'ui' | 'cli' | 'vscode'

/** What goes into a request besides its method and path. */
export interface CallOptions {
  /** Goes out as JSON. */
  readonly body?: Json
  /** Goes out as it is, in place of `body`. */
  readonly text?: string
  /** The access token for `Authorization: Bearer`. */
  readonly token?: string
  /** Whose `User-Agent` goes along; that of a command line unless told. */
  readonly client?: ClientType
  /** More headers; they win over the others. */
  readonly headers?: Readonly<Record<string, string>>
  /** Set where 429 is an answer to look at. Elsewhere it is waited for, or hinders. */
  readonly mayBeLimited?: true
}

/** A request and what came of it, for the rules that hold for every answer. */
export interface Exchange {
  /** The path, without the query. */
  readonly path: string
  /** What was answered. */
  readonly answer: Answer
}

/** Calls one service as a program does. */
export interface Client {
  /**
   * Sends a request, and follows no redirect.
   *
   * @param path Below the base address, with a leading slash. Auth routes have `/api/auth` there, wherever they are.
   * @throws {Hindered} When no answer comes, or none but "later".
   */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A POST with a JSON body. @throws {Hindered} As {@link call}. */
  post(path: string, body: Json, options?: CallOptions): Promise<Answer>
  /** Everything so far, in order. */
  readonly exchanges: readonly Exchange[]
}

/** How a service is reached. */
export interface ClientOptions {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Where the auth routes are below it, in place of `/api/auth`. */
  readonly prefix: string
  /** The `User-Agent` of each client type. */
  readonly agents: Readonly<Record<ClientType, string>>
  /** Patience for one answer, in seconds. */
  readonly timeoutSeconds: number
}

/** The longest `Retry-After` that is waited for, in seconds. */
const longestWait = 30

/** Creates a client for a service. */
export function createClient(options: ClientOptions): Client {
  const exchanges: Exchange[] = []
  const call: Client['call'] = async (method, path, about = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(options, { method, path, about })
      exchanges.push({ path: withoutQuery(path), answer })
      const isLater = answer.status === 429 || (answer.status === 503 && isAuthRoute(path))
      if (!isLater || about.mayBeLimited) return answer
      const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
      if (attempt > 3 || !(wait <= longestWait)) throw new Hindered(laterMessage(answer))
      await sleep(wait * 1000)
    }
  }
  return {
    call,
    exchanges,
    post: (path, body, about) => call('POST', path, { ...about, body }),
  }
}

interface Request {
  readonly method: string
  readonly path: string
  readonly about: CallOptions
}

async function ask(options: ClientOptions, { method, path, about }: Request): Promise<Answer> {
  const { url, prefix, agents, timeoutSeconds } = options
  const place = isAuthRoute(path) ? prefix + path.slice(standardPrefix.length) : path
  const request = `${method} ${withoutQuery(path)}`
  const content = about.text ?? (about.body === undefined ? undefined : JSON.stringify(about.body))
  const headers = {
    'user-agent': agents[about.client ?? 'cli'],
    ...(content !== undefined && { 'content-type': 'application/json' }),
    ...(about.token !== undefined && { authorization: `Bearer ${about.token}` }),
    ...about.headers,
  }
  try {
    const response = await fetch(`${url}${place}`, {
      ...{ method, headers, redirect: 'manual' },
      ...(content !== undefined && { body: content }),
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    const text = await response.text()
    const { status, headers: received } = response
    return { request, status, headers: received, text, body: readObject(text) }
  } catch (error) {
    throw new Hindered(`${request} was not answered: ${reasonOf(error)}`)
  }
}

function laterMessage({ request, status, headers }: Answer): string {
  const after = headers.get('retry-after')
  const when = after === null ? '' : `, to be repeated after ${after} seconds`
  return `${request} was answered ${status}${when}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

const withoutQuery = (path: string) => path.split('?')[0] ?? path

/** Where the auth routes are unless told. */
export const standardPrefix = '/api/auth'

/** Whether a path is one of the auth API, and not of the machine backend. */
export function isAuthRoute(path: string): boolean {
  return path.startsWith(`${standardPrefix}/`)
}
