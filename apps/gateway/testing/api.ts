import { checkAnswer } from './check-answer.ts'

/** An answer with its body read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests look into bodies of every shape; the document's schema has checked this one.
  // biome-ignore lint/suspicious/noExplicitAny: the tests name what they expect
  readonly body: any // oxlint-disable-line typescript/no-explicit-any
}

/** Calls the auth API as a program does, and holds every answer against the OpenAPI document. */
export interface Api {
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
}

export interface SendOptions {
  /** Goes out as JSON. */
  readonly body?: unknown
  /** Goes out as it is, in place of `body`. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The `User-Agent` of each client type. */
export const agents = {
  ui: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
  cli: 'gatehouse-cli/1.0',
  vscode: 'gatehouse-vscode/1.0',
} as const

/** @param baseUrl Asked for each call, since a restarted gateway has another port. */
export function createApi(baseUrl: () => string): Api {
  const send: Api['send'] = async (method, path, { body, text, headers = {} } = {}) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${baseUrl()}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': agents.cli,
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    })
    const received = await response.text()
    const isJson = /json\b/.test(response.headers.get('content-type') ?? '')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(received) as unknown) : received,
    }
    await checkAnswer(baseUrl(), { method, path, answer })
    return answer
  }
  return {
    send,
    post: (path, body, headers) =>
      send('POST', path, { ...(body !== undefined && { body }), ...(headers && { headers }) }),
  }
}
