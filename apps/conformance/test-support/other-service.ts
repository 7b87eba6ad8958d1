/**
 * Another implementation of the interface, of edition 1.1.0: in memory, with errors and addresses of its own where the
 * interface is silent.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isSignedWith, readToken, signToken } from '../src/target/tokens.ts'
import { type SignUpField, signUpFields } from '../src/world/people.ts'

/** An account of it. */
export type OtherAccount = Readonly<Record<SignUpField, string>>

/** The running service. */
export interface OtherService {
  readonly url: string
  /** Those who have signed up, and those who were there. */
  readonly accounts: readonly OtherAccount[]
  close(): Promise<void>
}

/** How it differs from what the interface says. */
export interface OtherServiceOptions {
  /** Who is there from the start. */
  readonly accounts?: readonly OtherAccount[]
  /** Answers in place of a route: a status, and seconds for `Retry-After`. */
  readonly refuses?: Readonly<Record<string, readonly [status: number, retryAfter: number]>>
}

interface Reply {
  readonly status: number
  readonly body: object
}

type Fields = Readonly<Record<string, unknown>>

const secret = 'the secret of the other service'
const refused: Reply = { status: 422, body: { error: 'No.' } }

/** Starts it on loopback. */
export async function startOtherService({
  accounts: known = [],
  refuses = {},
}: OtherServiceOptions = {}): Promise<OtherService> {
  const accounts: OtherAccount[] = [...known]
  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url}`
    const [limited, retryAfter] = refuses[route] ?? []
    const answering =
      limited === undefined ? answer(accounts, request, route) : { status: limited, body: {} }
    void Promise.resolve(answering).then(({ status, body }) => {
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  server.on('upgrade', (request, socket) => {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('token')
    const line = isGood(token) ? '101 Switching Protocols' : '401 Unauthorized'
    socket.end(`HTTP/1.1 ${line}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    accounts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  accounts: OtherAccount[],
  request: IncomingMessage,
  route: string,
): Promise<Reply> {
  const sent = await json(request).catch(() => ({}))
  const body = sent as Fields
  const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1]
  const client = /^gatehouse-(cli|vscode)\//.exec(request.headers['user-agent'] ?? '')?.[1] ?? 'ui'
  const asked = { accounts, body, bearer, client }
  return routes[route]?.(asked) ?? { status: 404, body: {} }
}

interface Asked {
  readonly accounts: OtherAccount[]
  readonly body: Fields
  /** The token in `Authorization`. */
  readonly bearer: string | undefined
  readonly client: string
}

const routes: Readonly<Record<string, (asked: Asked) => Reply>> = {
  'POST /api/auth/signup': ({ accounts, body }) => signUp(accounts, body),
  'POST /api/auth/login': ({ accounts, body: { email, password }, client }) =>
    entered(
      accounts.filter((each) => each.email === email && each.password === password),
      client,
    ),
  'POST /api/auth/select-tenant': selectTenant,
  'POST /api/auth/verify-otp': () => refused,
  'POST /api/auth/refresh': ({ body: { token } }) => {
    if (!isAccessToken(token)) return refused
    const renewed = signed({ ...readToken(token).claims, ...lifetime() })
    return { status: 200, body: { token: renewed, expires_in: 3600 } }
  },
  'POST /api/auth/logout': ({ bearer }) =>
    isAccessToken(bearer) ? { status: 200, body: { message: 'Bye.' } } : refused,
  'GET /api/machines': ({ bearer }) =>
    isAccessToken(bearer) ? { status: 200, body: {} } : refused,
}

function selectTenant({ accounts, body, client }: Asked): Reply {
  const { session_token, tenant_id } = body
  const { offered = [] } = isGood(session_token) ? readToken(session_token).claims : {}
  const isOffered = (id: unknown) => (offered as readonly unknown[]).includes(id)
  const chosen = accounts.find((each) => tenantOf(each) === tenant_id)
  if (!chosen || !isOffered(tenant_id)) return refused
  const all = accounts.filter((each) => isOffered(tenantOf(each)))
  return complete(chosen, all, client)
}

function signUp(accounts: OtherAccount[], body: Fields): Reply {
  const isWhole = signUpFields.every((field) => typeof body[field] === 'string')
  const made = body as OtherAccount
  const isGoodSignUp =
    isWhole &&
    made.username.length >= 3 &&
    made.username.length <= 50 &&
    made.password.length >= 8 &&
    /^\S+@\S+$/.test(made.email) &&
    !accounts.some(({ username }) => username === made.username)
  if (!isGoodSignUp) return refused
  accounts.push(made)
  const { username, company_name } = made
  return {
    status: 201,
    body: { message: 'Done.', user_id: `id-${username}`, username, organization: company_name },
  }
}

function entered(found: readonly OtherAccount[], client: string): Reply {
  const [only] = found
  if (only === undefined) return refused
  if (found.length === 1) return complete(only, found, client)
  const session_token = signed({ offered: found.map(tenantOf), ...lifetime() })
  const choice = { requires_tenant_selection: true, tenants: found.map(entryOf), session_token }
  return { status: 200, body: choice }
}

function complete(account: OtherAccount, all: readonly OtherAccount[], source: string): Reply {
  const { username, email } = account
  const entry = entryOf(account)
  const shared = { username, email, tenant_id: entry.tenant_id, tenant_name: entry.tenant_name }
  const rights = { role: 'company_admin', machine_role: '', groups: [] }
  const { first_name, last_name } = account
  const user = {
    ...{ id: entry.user_id, ...shared, ...rights, first_name, last_name },
    ...{ email_verified: false, api_key: randomBytes(16).toString('hex') },
  }
  const claims = {
    user_id: entry.user_id,
    ...shared,
    ...rights,
    identity_provider_id: 'p',
    source,
    iss: 'other',
  }
  return {
    status: 200,
    body: {
      ...{ token: signed({ ...claims, ...lifetime() }), user, expires_in: 3600 },
      session_token: signed({ offered: all.map(tenantOf), ...lifetime() }),
      available_tenants: all.map(entryOf),
    },
  }
}

const tenantOf = ({ organization_name }: OtherAccount) =>
  organization_name.toLowerCase().replaceAll(' ', '-')

const entryOf = (account: OtherAccount) => ({
  tenant_id: tenantOf(account),
  tenant_name: account.company_name,
  username: account.username,
  user_id: `id-${account.username}`,
})

const signed = (claims: Fields) => signToken({ header: { alg: 'HS256' }, claims }, secret)

function lifetime() {
  const iat = Math.floor(Date.now() / 1000)
  return { iat, exp: iat + 3600 }
}

/** A session token is good, too, and is none. */
function isAccessToken(token: unknown): token is string {
  return isGood(token) && !('offered' in readToken(token).claims)
}

function isGood(token: unknown): token is string {
  return typeof token === 'string' && token.split('.').length === 3 && isSignedWith(token, secret)
}
