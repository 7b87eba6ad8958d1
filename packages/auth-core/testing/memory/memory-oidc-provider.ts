import type {
  OidcAnswer,
  OidcIdentity,
  OidcProvider,
  OidcTransaction,
} from '../../src/ports/index.ts'
import { toBase64url } from './base64url.ts'
import { createMemorySecrets } from './memory-secrets.ts'
import { sha256 } from './sha256.ts'

/** An {@link OidcProvider} at which a test signs people in. */
export interface MemoryOidcProvider extends OidcProvider {
  /**
   * Signs a person in where `redirectTo` leads: one with a verified address, unless the claims say
   * otherwise. @returns The query of the callback.
   */
  signIn(redirectTo: string, claims?: Partial<OidcIdentity>): string
  /** Declines at `redirectTo`. @returns The query of the callback. */
  decline(redirectTo: string): string
}

/** A code that can be redeemed once. */
interface Grant {
  readonly challenge: string
  readonly nonce: string
  readonly identity: OidcIdentity
}

const authorizationEndpoint = 'https://provider.example/authorize'

/** A complete {@link OidcProvider} in memory. Its values are predictable: for tests only. */
export function createMemoryOidcProvider(issuer = 'https://provider.example'): MemoryOidcProvider {
  const grants = new Map<string, Grant>()
  const secrets = createMemorySecrets({ seed: issuer })

  return {
    async start() {
      const transaction: OidcTransaction = {
        state: secrets.token(),
        nonce: secrets.token(),
        codeVerifier: secrets.token(),
      }
      const { state, nonce, codeVerifier } = transaction
      const parameters = { state, nonce, code_challenge: challengeOf(codeVerifier) }
      return { redirectTo: `${authorizationEndpoint}?${encode(parameters)}`, transaction }
    },

    async finish(query, transaction) {
      const parameters = new URLSearchParams(query)
      const { codeVerifier, nonce } = transaction
      if (!isOne(parameters.getAll('state'), transaction.state)) return rejected('state')
      const error = parameters.get('error')
      if (error !== null) {
        return error === 'access_denied' ? { kind: 'cancelled' } : rejected('provider_error')
      }
      const [code = '', ...others] = parameters.getAll('code')
      const grant = grants.get(code)
      grants.delete(code)
      if (others.length > 0 || grant?.challenge !== challengeOf(codeVerifier)) {
        return rejected('code_refused')
      }
      if (grant.nonce !== nonce) return rejected('nonce')
      return { kind: 'identified', identity: grant.identity }
    },

    signIn(redirectTo, claims) {
      const asked = new URL(redirectTo).searchParams
      const code = secrets.token()
      grants.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        identity: { ...person, issuer, ...claims },
      })
      return encode({ code, state: asked.get('state') ?? '' })
    },

    decline(redirectTo) {
      const state = new URL(redirectTo).searchParams.get('state') ?? ''
      return encode({ error: 'access_denied', state })
    },
  }
}

const person: Omit<OidcIdentity, 'issuer'> = {
  subject: 'subject-1',
  email: 'ada@example.com',
  emailVerified: true,
  issuerTemplate: null,
  xmsEdov: undefined,
  directory: null,
}

function challengeOf(codeVerifier: string): string {
  return toBase64url(sha256(new TextEncoder().encode(codeVerifier)))
}

function isOne(values: readonly string[], expected: string): boolean {
  return values.length === 1 && values[0] === expected
}

function encode(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString()
}

function rejected(reason: string): OidcAnswer {
  return { kind: 'rejected', reason }
}
