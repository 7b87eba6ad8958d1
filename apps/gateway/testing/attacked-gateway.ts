import { type AuthSettings, createTokenCache, defaultSettings } from '@gatehouse/auth-core'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { createTrustedProxies } from '@gatehouse/auth-core/requests'
import { createMemoryPorts, createMemorySigningKey } from '@gatehouse/auth-core/testing'
import { createFactsOf, type RequestFacts, writeProblem } from '@gatehouse/http-api'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import { createAuthenticatingProxy, createForwardAuth } from '@gatehouse/proxy'
import { afterTest, type CreateEngine, listen } from '@gatehouse/proxy/testing'
import { checkedTarget } from '../src/edge/checked-target.ts'
import { createGatewayServer, type ServerOptions } from '../src/edge/server.ts'
import { checkPath } from '../src/lib/check-path.ts'
import { createRejectionRenderer } from '../src/problems/rejection-renderer.ts'

const key: SigningKey = createMemorySigningKey('attacked')
const signer = createJwtTokenSigner()

/** The key that signs the tokens of these tests. */
export const attackedKey = key

/** A token of an ordinary user, or what is made of it. */
export function mintToken(
  changes: Readonly<Record<string, unknown>> = {},
  by: SigningKey = key,
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ user_id: 'u-1', username: 'ada', email: 'ada@example.com', tenant_id: 't-1' },
    ...{ tenant_name: 'T', role: 'user', machine_role: '', groups: [] },
    ...{ identity_provider_id: 'c-1', source: 'cli', iss: 'gatehouse', iat: now },
    ...{ exp: now + 3600, jti: 'j-1', sid: 's-1', auth_time: now },
  }
  return signer.sign('access', { ...claims, ...changes }, by)
}

export interface AttackedSettings {
  readonly limits?: Partial<ServerOptions['limits']>
  readonly auth?: Partial<AuthSettings>
  /** The proxies in front of it; none unless given. */
  readonly trustedProxies?: readonly string[]
}

/**
 * The server as the gateway makes it, with its check, its token cache and an engine, before a
 * backend. Only Express is missing: in its place every request is noted, and answered 404.
 */
export async function startAttackedGateway(
  createEngine: CreateEngine,
  backend: { readonly url: string },
  { limits, auth: authSettings, trustedProxies = [] }: AttackedSettings = {},
) {
  const renderer = createRejectionRenderer('')
  const log = { info: () => undefined, warn: () => undefined }
  const keys = [key]
  const keyRing = { current: () => keys }
  const engine = createEngine({
    backendUrl: backend.url,
    timeoutSeconds: 5,
    maxConnections: 16,
    renderer,
    log,
  })
  afterTest(() => engine.close())
  const cache = createTokenCache(
    {
      clock: { now: () => new Date() },
      keyRing,
      tokenSigner: signer,
      endings: createMemoryPorts().endings,
    },
    { ...defaultSettings, ...authSettings },
  )
  const trusted = createTrustedProxies(trustedProxies)
  const allowsOrigin = (origin: string) => origin === 'https://app.example'
  const own: string[] = []
  const ends: { readonly status: number; readonly facts: RequestFacts }[] = []
  const server = createGatewayServer({
    proxy: createAuthenticatingProxy({
      engine,
      renderer,
      protocol: 'https',
      ...cache,
    }),
    forwardAuth: createForwardAuth({
      ...cache,
      path: checkPath,
      hosts: ['auth.example'],
      trustedProxies: trusted,
      readTarget: checkedTarget,
      allowedOrigins: allowsOrigin,
      requireOriginForUi: true,
      renderer,
    }),
    app(request, response) {
      own.push(`${request.method} ${request.url}`)
      request.resume()
      const refuse = () => writeProblem(response, { code: 'not_found' })
      if (request.readableEnded) refuse()
      else request.on('end', refuse)
    },
    trustedProxies: trusted,
    allowsOrigin,
    problemBase: '',
    factsOf: createFactsOf({ ...reading, trustedProxies: trusted }),
    upgrade: (_request, socket) => socket.destroy(),
    isDraining: () => false,
    whenFresh: () => undefined,
    onExchangeEnd: (end) => ends.push(end),
    limits: {
      ...{ maxHeaderBytes: 16_384, headersTimeoutSeconds: 5, requestTimeoutSeconds: 30 },
      ...{ clientMinBytesPerSecond: 500 },
      ...{ keepAliveSeconds: 3600, maxConnections: 1000, maxConnectionsPerNetwork: 1000 },
      ...limits,
    },
    log,
  })
  return { ...(await listen(server)), own, ends }
}

const reading = {
  agents: { cli: ['gatehouse-cli/'], vscode: [] },
  languageOf: () => undefined,
  now: () => new Date(),
}
