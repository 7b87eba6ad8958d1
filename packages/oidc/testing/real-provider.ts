import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider'
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts'
import { createMemoryAdapters } from './memory-adapter.ts'
import { signInPage } from './sign-in-page.ts'

/** The client that the provider knows. */
export interface RegisteredClient {
  /** Its `client_id`. */
  readonly clientId: string
  /** What it authenticates with. */
  readonly clientSecret: string
  /** The one `redirect_uri` that is registered for it. */
  readonly redirectUri: string
}

/** Where a provider is reached. */
export interface ProviderAddress {
  /** The address that everyone reaches it by, as over a relay; its own unless given. */
  readonly origin?: string
}

/** Claims besides `sub`, which is the name that the person types in. */
export type Claims = Readonly<Record<string, unknown>>

/** A certified OpenID provider, configured like a real one. */
export interface RealProvider extends Pick<LoopbackServer, 'close' | 'port'> {
  /** The issuer, as an operator sets it. */
  readonly issuer: string
  /** The claims about each person, by the name they sign in with. */
  readonly people: Map<string, Claims>
  /** How many requests the token endpoint got. */
  readonly tokenRequests: () => number
}

/** The one directory of the Entra-like provider. */
export const directory = '3f0c2a52-9a4e-4c70-8a51-6a2d2f1b7c11'

/** A provider like Google: one issuer, `email_verified`, `hd`. */
export function startGoogleLike(
  client: RegisteredClient,
  address: ProviderAddress = {},
): Promise<RealProvider> {
  const claims = { openid: ['sub', 'hd'], email: ['email', 'email_verified'] }
  return start(client, { mount: '', ...claims, ...address })
}

/**
 * A provider like Entra for all directories: metadata whose issuer is a template, tokens whose
 * issuer names the directory, `tid`, no `email_verified`, `xms_edov` where it was asked for.
 */
export async function startEntraLike(client: RegisteredClient): Promise<RealProvider> {
  const openid = ['sub', 'tid', 'xms_edov']
  return start(client, { mount: `/${directory}/v2.0`, openid, email: ['email'] })
}

interface ProviderShape extends ProviderAddress {
  /** The path of its issuer. */
  readonly mount: string
  readonly openid: string[]
  readonly email: string[]
}

async function start(client: RegisteredClient, shape: ProviderShape): Promise<RealProvider> {
  const people = new Map<string, Claims>()
  const { mount, origin } = shape
  let tokenRequests = 0
  let handle = (_request: IncomingMessage, response: ServerResponse) => void response.end()
  const server = await startLoopbackServer((request, response) => {
    if (request.url?.startsWith(`${mount}/token`)) tokenRequests += 1
    handle(request, response)
  })
  const issuer = (origin ?? server.origin) + mount
  const provider = new Provider(issuer, await configuration(client, shape, people))
  const callback = provider.callback()
  const page = signInPage(provider)
  const toProvider = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request
    // Tells the provider that it is mounted under a path.
    Object.assign(request, { originalUrl: url })
    request.url = url.slice(mount.length)
    if (request.url.startsWith('/interaction/')) void page(request, response)
    else void callback(request, response)
  }
  const authority = '/organizations/v2.0'
  handle = (request, response) => {
    if (request.url?.startsWith(`${mount}/`)) toProvider(request, response)
    else if (request.url === `${authority}/.well-known/openid-configuration`) {
      void sendTemplate(issuer, response)
    } else response.writeHead(404).end()
  }
  return {
    issuer: mount === '' ? issuer : server.origin + authority,
    people,
    tokenRequests: () => tokenRequests,
    port: server.port,
    close: server.close,
  }
}

/** The metadata for all directories: that of the only one, with a template as its issuer. */
async function sendTemplate(issuer: string, response: ServerResponse): Promise<void> {
  const own = await fetch(`${issuer}/.well-known/openid-configuration`)
  const metadata = (await own.json()) as Record<string, unknown>
  const template = issuer.replace(directory, '{tenantid}')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ...metadata, issuer: template }))
}

async function configuration(
  { clientId, clientSecret, redirectUri }: RegisteredClient,
  { mount, openid, email }: ProviderShape,
  people: ReadonlyMap<string, Claims>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
  const client: ClientMetadata = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'client_secret_post',
  }
  return {
    adapter: createMemoryAdapters(),
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    claims: { openid, email },
    // Claims go into the ID token, as these providers do it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${mount}/interaction/${uid}` },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client: known, provider, session } = oidc
      if (!known || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: known.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  }
}
