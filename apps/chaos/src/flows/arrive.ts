import { agents } from '@gatehouse/gateway/testing'
import { visitByFetch } from '@gatehouse/oidc/testing'
import { type Actor, type Member, signUp, tokenOf, useToken } from '../actor.ts'
import type { ProviderForPeople } from '../chaos-environment.ts'
import type { Answer } from '../client.ts'
import { bringAtOnce } from './bring-at-once.ts'
import { confirmAddress } from './session.ts'

/** Milliseconds for which a sign-in with a provider may be finished. */
const attemptMs = 10 * 60_000

/** Signs in with a provider, and comes back from it in two windows at once. */
export async function arrive(actor: Actor): Promise<void> {
  const { provider } = actor.environment.leg ?? {}
  const someone = provider && (await signUp(actor))
  if (!someone) return
  await confirmAddress(actor, someone)
  const answers = await signInWith(actor, provider, someone)
  for (const answer of answers) {
    const { token } = handedOver(answer)
    const issued = tokenOf({ ...answer, body: { token } })
    if (issued) await useToken(actor, issued)
  }
}

/** @returns Nothing when the provider could not be asked. */
async function signInWith(
  actor: Actor,
  provider: ProviderForPeople,
  someone: Member,
): Promise<readonly Answer[]> {
  const { client, environment } = actor
  const login = provider.know(someone.email)
  const madeAt = Date.now()
  const begun = await client.ask({
    method: 'GET',
    path: provider.callbackPath.replace(/\/callback$/, ''),
    headers: asBrowser,
  })
  const backAt = `${environment.balancer.url}${provider.callbackPath}`
  const visit = { backAt, form: { act: 'enter', login } }
  const query = await visitByFetch(begun.location, visit).catch(() => undefined)
  if (query === undefined) return []
  const cookie = begun.cookies.map((line) => line.split(';', 1)[0]).join('; ')
  const path = `${provider.callbackPath}?${query}`
  const comeBack = () => client.ask({ method: 'GET', path, headers: { ...asBrowser, cookie } })
  const secret = {
    kind: 'arrival',
    someone,
    madeAt,
    goodForMs: attemptMs,
    isIn: (answer: Answer) => handedOver(answer).token !== undefined,
    isUnclear: ({ code = '' }: Answer) => unclear.includes(code),
  } as const
  return bringAtOnce(actor, secret, [comeBack, comeBack])
}

const asBrowser = { 'user-agent': agents.ui, accept: 'text/html' }

/** What a redirect hands over to the page. */
function handedOver({ location }: Answer): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(location.split('#')[1] ?? ''))
}

/** A return that could not be checked is used up all the same; its person signs in once more. */
const unclear = ['upstream_unavailable', 'upstream_timeout', 'overloaded', 'internal_error']
