import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose'
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts'

/** The claims and the signature of the provider's tokens, honest or forged. */
export interface Story {
  /** Replaces honest claims; `undefined` removes one. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Replaces parameters of the honest header. */
  readonly header?: Partial<JWTHeaderParameters>
  /**
   * The key that signs: the published one (`own`, unless given), an unpublished one, the client secret, or
   * none.
   */
  readonly key?: 'own' | 'foreign' | 'client_secret' | 'none'
}

/** A request as the provider received it. */
export interface ProviderRequest {
  /** Without the query. */
  readonly path: string
  /** The field `Authorization`; `undefined` without one. */
  readonly authorization: string | undefined
  /** The fields of its form; empty without a body. */
  readonly body: URLSearchParams
}

/** A provider whose answers a test can change. */
export interface FakeProvider extends Pick<LoopbackServer, 'close' | 'origin'> {
  /** Its issuer identifier: the origin and the path of the options. */
  readonly issuer: string
  /** The requests that it received, in order. */
  readonly requests: readonly ProviderRequest[]
  /** Changes fields of the metadata; `undefined` removes one. */
  describe(changes: Readonly<Record<string, unknown>>): void
  /** Publishes the foreign key in place of its own, as `key-2`. */
  changeKey(): void
  /** What its tokens say from now on. */
  tell(story: Story): void
  /** Answers a path by another listener from now on. */
  answer(path: string, listener: RequestListener): void
  /** The query with which a browser returns after it was sent to this address. */
  comeBack(redirectTo: string): string
}

/** The client that the provider knows, and where the provider is. */
export interface FakeProviderOptions {
  /** The client its ID tokens are for (`aud`). */
  readonly clientId: string
  /** The secret of that client; a story can have tokens signed with it (HS256). */
  readonly clientSecret: string
  /** The path of its issuer; empty unless given. */
  readonly path?: string
  /** A free one unless given. */
  readonly port?: number
}

/** Starts a provider on loopback. */
export async function startFakeProvider(options: FakeProviderOptions): Promise<FakeProvider> {
  const { clientId, path = '', port } = options
  const [own, foreign] = await keys
  let published: readonly [Key, string] = [own, 'key-1']
  const answers = new Map<string, RequestListener>()
  const requests: ProviderRequest[] = []
  let story: Story = {}
  let metadataChanges: Readonly<Record<string, unknown>> = {}
  let nonce = ''

  const server = await startLoopbackServer((request, response) => {
    void record(request).then((recorded) => {
      requests.push(recorded)
      const listener = answers.get(recorded.path)
      if (listener) listener(request, response)
      else response.writeHead(404).end()
    })
  }, port)
  const issuer = server.origin + path

  const json = (body: () => unknown): RequestListener => {
    return (_request, response) => {
      response.setHeader('content-type', 'application/json')
      void Promise.resolve(body()).then((it) => response.end(JSON.stringify(it)))
    }
  }
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: clientId, sub: 'subject-1', iat: now, exp: now + 300, nonce },
      ...{ email: 'ada@example.com', email_verified: true },
      ...story.claims,
    }
    return signAs(story, claims, { own, foreign, clientSecret: options.clientSecret })
  }
  answers.set(
    `${path}/.well-known/openid-configuration`,
    json(() => ({ ...metadataOf(issuer, server.origin), ...metadataChanges })),
  )
  answers.set(
    '/keys',
    json(async () => ({ keys: [await publicKey(...published)] })),
  )
  answers.set(
    '/token',
    json(async () => ({ ...bearerToken, id_token: await idToken() })),
  )

  return {
    origin: server.origin,
    issuer,
    requests,
    describe: (changes) => {
      metadataChanges = changes
    },
    changeKey() {
      published = [foreign, 'key-2']
    },
    tell: (next) => {
      story = next
    },
    answer: (at, listener) => void answers.set(at, listener),
    comeBack(redirectTo) {
      const asked = new URL(redirectTo).searchParams
      nonce = asked.get('nonce') ?? ''
      const state = asked.get('state') ?? ''
      return String(new URLSearchParams({ code: 'a-code', state }))
    },
    close: server.close,
  }
}

/** All providers use the same two keys, so that a restarted one is the same provider. */
const keys = Promise.all([newKey(), newKey()])

type Key = Awaited<ReturnType<typeof newKey>>

const bearerToken = { access_token: 'an-access-token', token_type: 'Bearer', expires_in: 60 }

function metadataOf(issuer: string, origin: string) {
  return {
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
}

function newKey() {
  return generateKeyPair('ES256', { extractable: true })
}

async function publicKey({ publicKey: key }: Key, kid: string) {
  return { ...(await exportJWK(key)), kid, use: 'sig', alg: 'ES256' }
}

function signAs(
  { key = 'own', header }: Story,
  claims: Readonly<Record<string, unknown>>,
  signers: { readonly own: Key; readonly foreign: Key; readonly clientSecret: string },
): Promise<string> | string {
  if (key === 'none') return new UnsecuredJWT({ ...claims }).encode()
  const alg = key === 'client_secret' ? 'HS256' : 'ES256'
  const token = new SignJWT({ ...claims }).setProtectedHeader({ alg, kid: 'key-1', ...header })
  if (key === 'client_secret') return token.sign(new TextEncoder().encode(signers.clientSecret))
  return token.sign(signers[key].privateKey, { crit: { x: false } })
}

async function record(request: IncomingMessage): Promise<ProviderRequest> {
  return {
    path: request.url?.split('?')[0] ?? '',
    authorization: request.headers.authorization,
    body: new URLSearchParams(await text(request)),
  }
}
