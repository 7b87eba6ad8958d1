import { expect } from 'expect'
import type { OidcAnswer, OidcProvider } from '../../src/ports/index.ts'
import { about, type Contract } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import { type FallibleSubject, testsOf } from './subject.ts'

/** A person who signs in at the provider under test. */
export interface OidcPerson {
  /** `sub`. */
  readonly subject: string
  /** `email`. */
  readonly email: string
  /** `email_verified`. */
  readonly emailVerified: boolean
}

/** The adapter that {@link oidcProviderContract} tests. */
export interface OidcProviderSubject extends FallibleSubject<OidcProvider> {
  /**
   * Goes where `redirectTo` leads as a browser does, and signs a person in there.
   *
   * @returns The query of the callback.
   */
  signIn(provider: OidcProvider, redirectTo: string, person: OidcPerson): Promise<string>
  /** Visits `redirectTo` too, but the person declines. @returns The query of the callback. */
  decline(provider: OidcProvider, redirectTo: string): Promise<string>
}

const ada: OidcPerson = { subject: 'ada-1', email: 'ada@example.com', emailVerified: true }
const bob: OidcPerson = { subject: 'bob-2', email: 'bob@example.com', emailVerified: false }

/** The promises every {@link OidcProvider} adapter keeps. */
export function oidcProviderContract(subject: OidcProviderSubject): Contract {
  const on = testsOf(subject, subject.open)

  const arrive = async (provider: OidcProvider, person = ada) => {
    const { redirectTo, transaction } = await provider.start()
    return { transaction, query: await subject.signIn(provider, redirectTo, person) }
  }

  return about('OidcProvider:', [
    {
      name: 'says who signed in, and what the provider says of their address',
      run: on(async (provider) => {
        for (const person of [ada, bob]) {
          const { query, transaction } = await arrive(provider, person)
          expect(await provider.finish(query, transaction)).toEqual({
            kind: 'identified',
            identity: {
              issuer: expect.stringMatching(/^https?:\/\//),
              issuerTemplate: null,
              subject: person.subject,
              email: person.email,
              emailVerified: person.emailVerified,
              xmsEdov: undefined,
              directory: null,
            },
          })
        }
      }),
    },
    {
      name: 'finishes with a transaction that was kept as JSON',
      run: on(async (provider) => {
        const { query, transaction } = await arrive(provider)
        const kept = JSON.parse(JSON.stringify(transaction)) as typeof transaction
        expect((await provider.finish(query, kept)).kind).toBe('identified')
      }),
    },
    {
      name: 'T-44: gives every start secrets of its own, and shows no verifier',
      run: on(async (provider) => {
        const starts = [await provider.start(), await provider.start()]
        const secrets = starts.flatMap(({ transaction }) => Object.values(transaction))
        expect(new Set(secrets).size).toBe(6)
        // 128 bits are 22 characters of base64url.
        for (const secret of secrets) expect(secret).toMatch(/^[\w-]{22,}$/)
        for (const { redirectTo, transaction } of starts) {
          expect(redirectTo).toContain(transaction.state)
          expect(redirectTo).not.toContain(transaction.codeVerifier)
        }
      }),
    },
    {
      name: 'T-44: rejects a callback without the state of the transaction',
      run: on(async (provider) => {
        const { query, transaction } = await arrive(provider)
        const { state } = transaction
        const code = new URLSearchParams(query).get('code') ?? ''
        for (const wrong of [
          '',
          `code=${code}`,
          `code=${code}&state=`,
          `code=${code}&state=${state}x`,
          `code=${code}&state=${state}&state=${state}`,
          `code=${code}&state[]=${state}`,
          `code=${code}#state=${state}`,
        ]) {
          expectRejection(await provider.finish(wrong, transaction))
        }
        const other = await arrive(provider)
        expectRejection(await provider.finish(other.query, transaction))
      }),
    },
    {
      name: 'T-44: rejects a code that was given to somebody else’s browser',
      run: on(async (provider) => {
        const [mine, theirs] = [await arrive(provider), await arrive(provider, bob)]
        const injected = new URLSearchParams(mine.query)
        injected.set('code', new URLSearchParams(theirs.query).get('code') ?? '')
        expectRejection(await provider.finish(String(injected), mine.transaction))
      }),
    },
    {
      name: 'T-44: rejects another nonce, another verifier and a second code',
      run: on(async (provider) => {
        const wrongNonce = await arrive(provider)
        const { nonce } = (await provider.start()).transaction
        const answer = await provider.finish(wrongNonce.query, {
          ...wrongNonce.transaction,
          nonce,
        })
        expectRejection(answer)

        const wrongVerifier = await arrive(provider)
        const { codeVerifier } = (await provider.start()).transaction
        const changed = { ...wrongVerifier.transaction, codeVerifier }
        expectRejection(await provider.finish(wrongVerifier.query, changed))

        const twoCodes = await arrive(provider)
        const query = `${twoCodes.query}&code=another`
        expectRejection(await provider.finish(query, twoCodes.transaction))
      }),
    },
    {
      name: 'T-49: redeems a code once',
      run: on(async (provider) => {
        const { query, transaction } = await arrive(provider)
        expect((await provider.finish(query, transaction)).kind).toBe('identified')
        expectRejection(await provider.finish(query, transaction))
      }),
    },
    {
      name: 'says so when the person declines',
      run: on(async (provider) => {
        const { redirectTo, transaction } = await provider.start()
        const query = await subject.decline(provider, redirectTo)
        expect(await provider.finish(query, transaction)).toEqual({ kind: 'cancelled' })
        expectRejection(await provider.finish('error=access_denied', transaction))
      }),
    },
    {
      name: 'T-47: repeats no text of an error that a browser brings',
      run: on(async (provider) => {
        const { redirectTo, transaction } = await provider.start()
        const text = '<script>\r\nSet-Cookie: a=b'
        // What else the provider sends stays, so that the error is read.
        const query = new URLSearchParams(await subject.decline(provider, redirectTo))
        query.set('error', text)
        query.set('error_description', text)
        expectRejection(await provider.finish(String(query), transaction))
      }),
    },
    {
      name: 'says so in our words when it cannot be reached',
      run: testsOf(
        subject,
        subject.openBroken,
      )(async (provider) => {
        await expectPortError(provider.start(), 'oidc_provider')
      }),
    },
  ])
}

function expectRejection(answer: OidcAnswer): void {
  expect(answer).toEqual({ kind: 'rejected', reason: expect.stringMatching(/^[a-z_]+$/) })
}
