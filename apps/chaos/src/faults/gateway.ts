import { type GatewayProcess, type person, startGateway } from '@gatehouse/gateway/testing'

/** An answer, or what came in place of one. */
export interface Reply {
  /** 0 when there was no answer. */
  readonly status: number
  /** That of a problem document; empty without one. */
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A person who signs up. */
export type Person = ReturnType<typeof person>

/** What a client asks of a gateway. No method rejects. */
export interface GatewayClient {
  /** Sends JSON. */
  post(path: string, body: object, token?: string): Promise<Reply>
  get(path: string, token?: string): Promise<Reply>
  /** Signs a person up. */
  signUp(who: Person): Promise<Reply>
  /** Logs a person in with a password, their own unless told. */
  logIn(who: Pick<Person, 'email' | 'password'>, password?: string): Promise<Reply>
  /** Sends the token of a link with a new password. */
  reset(resetToken: string, password: string): Promise<Reply>
}

/** A gateway process, and what a client asks of it. */
export interface Gateway extends GatewayClient {
  readonly url: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  /** The process that runs now, or did last. */
  process(): GatewayProcess
  /** Starts it again at the same address, after it has ended. */
  start(): Promise<void>
}

/** Starts one on a port of its own. @param settings With `PORT`. */
export async function createGateway(settings: Readonly<Record<string, string>>): Promise<Gateway> {
  let running = await startGateway(settings)
  const url = `http://127.0.0.1:${running.port}`
  return {
    ...clientOf(url),
    url,
    port: running.port,
    settings,
    process: () => running,
    async start() {
      running = await startGateway(settings)
    },
  }
}

/** A client of the gateway at this address. */
export function clientOf(url: string): GatewayClient {
  const post: GatewayClient['post'] = (path, body, token) =>
    ask(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) }, token)
  return {
    post,
    get: (path, token) => ask(`${url}${path}`, {}, token),
    signUp: (who) => post('/api/auth/signup', who),
    logIn: (who, password = who.password) =>
      post('/api/auth/login', { email: who.email, password }),
    reset: (reset_token, new_password) =>
      post('/api/auth/reset-password', { reset_token, new_password }),
  }
}

/** A reply in a few words. */
export function shown({ status, code }: Reply): string {
  return [status === 0 ? 'no answer' : status, code].filter(Boolean).join(' ')
}

async function ask(url: string, init: RequestInit, token?: string): Promise<Reply> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: {
        'user-agent': 'gatehouse-cli/1.0',
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })
    const body = read(await response.text())
    return { status: response.status, code: typeof body.code === 'string' ? body.code : '', body }
  } catch {
    return { status: 0, code: '', body: {} }
  }
}

function read(text: string): Reply['body'] {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}
