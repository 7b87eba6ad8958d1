import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose'
import { type Served, serve } from './serve.ts'

/** What a provider says, true or not. */
export interface Story {
  /** Replace the honest claims; `undefined` leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Partial<JWTHeaderParameters>
  /** `own` unless told: the key it publishes, one it does not, the client secret, or none at all. */
  readonly key?: 'own' | 'foreign' | 'client_secret' | 'none'
}

/** A request as it reached the provider. */
export interface ProviderRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: URLSearchParams
}

/** A provider that says what a test wants. */
export interface FakeProvider extends Pick<Served, 'close' | 'origin'> {
  readonly issuer: string
  readonly requests: readonly ProviderRequest[]
  /** Changes the metadata; `undefined` leaves one out. */
  describe(changes: Readonly<Record<string, unknown>>): void
  /** From now on. */
  tell(story: Story): void
  /** Answers a path in another way. */
  answer(path: string, listener: RequestListener): void
  /** What a browser comes back with that was sent here. */
  comeBack(redirectTo: string): string
}

export interface FakeProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** The path of its issuer; empty unless given. */
  readonly path?: string
  readonly port?: number
}

/** Starts one on loopback. */
export async function startFakeProvider(options: FakeProviderOptions): Promise<FakeProvider> {
  const { clientId, path = '', port } = options
  const [own, foreign] = await keys
  const answers = new Map<string, RequestListener>()
  const requests: ProviderRequest[] = []
  let story: Story = {}
  let metadataChanges: Readonly<Record<string, unknown>> = {}
  let nonce = ''

  const served = await serve((request, response) => {
    void record(request).then((recorded) => {
      requests.push(recorded)
      const listener = answers.get(recorded.path)
      if (listener) listener(request, response)
      else response.writeHead(404).end()
    })
  }, port)
  const issuer = served.origin + path

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
    json(() => ({ ...metadataOf(issuer, served.origin), ...metadataChanges })),
  )
  answers.set(
    '/keys',
    json(async () => ({ keys: [await publicKey(own)] })),
  )
  answers.set(
    '/token',
    json(async () => ({ ...bearerToken, id_token: await idToken() })),
  )

  return {
    origin: served.origin,
    issuer,
    requests,
    describe: (changes) => {
      metadataChanges = changes
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
    close: served.close,
  }
}

/** All have the same two, so that one that starts again is the one it was. */
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

async function publicKey({ publicKey: key }: Key) {
  return { ...(await exportJWK(key)), kid: 'key-1', use: 'sig', alg: 'ES256' }
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
