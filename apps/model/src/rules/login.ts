import type { ActOf, Caller } from '../act.ts'
import { type Expectation, type Ruling, refuses, type Seen } from '../expectation.ts'
import type { Person, Proof } from '../world.ts'
import { lasts, maySignIn, openedBy, proofOf } from './tokens.ts'

type Way = 'authenticated' | 'otp_required' | 'tenant_selection_required'

/** One organization is entered, with a code where it asks browsers for one; of several one is chosen. */
export function logIn(ruling: Ruling, act: ActOf<'logIn'>): Expectation {
  const { world, now } = ruling
  const { email, password, client } = act
  const opened = [...world.people.values()].filter(
    (one) => one.email === email && one.password === password && maySignIn(ruling, one),
  )
  const [first] = opened
  if (!first) return refuses('invalid_credentials')
  const proof: Proof = {
    login: `login ${world.proofs.size} ${world.sessions.size} ${now}`,
    client,
    authTime: now,
    people: opened.map(({ id, version }) => ({ id, version })),
  }
  if (opened.length === 1) return enter(ruling, { act, person: first, proof, opened })
  return arrive(ruling, { way: 'tenant_selection_required', proof, opened })
}

/** One of the organizations whose own password was right is entered, and no other. */
export function selectTenant(ruling: Ruling, act: ActOf<'selectTenant'>): Expectation {
  const sealed = proofOf(ruling, act.sessionToken)
  const proof = sealed && { ...sealed, client: stricter(sealed.client, act.client) }
  const opened = proof ? openedBy(ruling, proof) : []
  if (!proof || opened.length === 0) return refuses('session_token_invalid')
  const person = opened.find(({ organization }) => organization === act.organization)
  return person ? enter(ruling, { act, person, proof, opened }) : refuses('tenant_not_offered')
}

/** A code works once, in its time, within few guesses; a stranger's guesses are fewer, and their own. */
export function verifyOtp(ruling: Ruling, act: ActOf<'verifyOtp'>): Expectation {
  const { world, now } = ruling
  const person = [...world.people.values()].find(({ username }) => username === act.username)
  const challenge = person && world.challenges.get(person.id)
  if (!person || !challenge || now >= challenge.expiresAt || challenge.ownerGuesses === 0) {
    return refuses('otp_invalid')
  }
  const sealed = proofOf(ruling, act.sessionToken ?? '')
  const isShown = sealed?.people.some(({ id }) => id === person.id) ?? false
  const shown = sealed && isShown && !world.endedLogins.has(sealed.login) ? sealed : undefined
  const isOwner = shown !== undefined || challenge.network === act.network
  if (!isOwner && challenge.strangerGuesses === 0) return refuses('otp_invalid')
  const spend = () => {
    if (isOwner) challenge.ownerGuesses -= 1
    else challenge.strangerGuesses -= 1
  }
  if (act.code !== challenge.code) return { allows: ['refused otp_invalid'], apply: spend }
  const before = shown ?? challenge.proof
  const proof = { ...before, client: stricter(before.client, act.client) }
  const opened = openedBy(ruling, proof)
  const close = () => void world.challenges.delete(person.id)
  if (!opened.includes(person)) return { allows: ['refused otp_invalid'], apply: close }
  return arrive(ruling, { way: 'authenticated', person, proof, opened, first: close })
}

interface Entering {
  readonly act: Caller
  readonly person: Person
  readonly proof: Proof
  readonly opened: readonly Person[]
}

function enter(ruling: Ruling, { act, person, proof, opened }: Entering): Expectation {
  const { world, now } = ruling
  const asksForCode = world.organizations.get(person.organization)?.codes && proof.client === 'ui'
  if (!asksForCode) return arrive(ruling, { way: 'authenticated', person, proof, opened })
  const way = 'otp_required'
  const live = world.challenges.get(person.id)
  const isLive = live !== undefined && now < live.expiresAt && live.ownerGuesses > 0
  if (isLive && now < live.createdAt + lasts.codeReuse) {
    const first = () => Object.assign(live, { proof, network: act.network })
    return arrive(ruling, { way, person, proof, opened, first })
  }
  const sent = world.codeMails.get(person.id) ?? []
  if (sent.filter((at) => at >= now - lasts.codeMails).length >= 5) return refuses('rate_limited')
  const first = () => {
    world.codeMails.set(person.id, [...sent, now])
    world.challenges.set(person.id, {
      code: null,
      createdAt: now,
      expiresAt: now + lasts.code,
      network: act.network,
      proof,
      ownerGuesses: 5,
      strangerGuesses: 3,
    })
  }
  return arrive(ruling, { way, person, proof, opened, first })
}

interface Arriving {
  readonly way: Way
  readonly person?: Person
  readonly proof: Proof
  readonly opened: readonly Person[]
  readonly first?: () => void
}

function arrive(
  { world, now }: Ruling,
  { way, person, proof, opened, first }: Arriving,
): Expectation {
  return {
    allows: [way],
    apply(seen) {
      first?.()
      if (!seen) return
      const { outcome } = seen
      holdTo(
        usernamesOf(outcome),
        opened.map(({ username }) => username),
      )
      const expiresAt = Math.min(now + lasts.sessionToken, proof.authTime + lasts.session)
      world.proofs.set(outcome.sessionToken as string, { ...proof, expiresAt })
      if (way === 'otp_required') holdTo([outcome.username], [person?.username])
      if (way === 'authenticated' && person) openSession({ world, seen, person, proof, now })
    },
  }
}

interface Opening extends Pick<Ruling, 'world' | 'now'> {
  readonly seen: Seen
  readonly person: Person
  readonly proof: Proof
}

function openSession({ world, seen, person, proof, now }: Opening): void {
  const { claims, outcome } = seen
  if (!claims) throw new TypeError('a token that is none')
  const { role, id, organization } = person
  const said = [
    claims.userId,
    claims.tenantId,
    claims.role,
    claims.source,
    seconds(claims.authTime),
  ]
  holdTo(said, [id, organization, role, proof.client, proof.authTime])
  const { user } = outcome as { user: { account: { id: string; apiKey: string } } }
  holdTo([user.account.id], [id])
  if (person.firstKey === null) person.firstKey = user.account.apiKey
  holdTo([user.account.apiKey], [person.firstKey])
  const issuedAt = seconds(claims.issuedAt)
  const expiresAt = seconds(claims.expiresAt)
  holdTo([issuedAt, expiresAt], [now, now + lasts.accessToken])
  const { login, client, authTime } = proof
  world.sessions.set(claims.sessionId, {
    ...{ id: claims.sessionId, person: id, login, client, authTime, issuedAt, expiresAt },
    ...{ isOver: false, hasEnded: false, staleAt: null },
  })
  world.tokens.set(outcome.token as string, {
    session: claims.sessionId,
    issuedAt,
    expiresAt,
    role,
  })
}

function usernamesOf(outcome: Seen['outcome']): readonly unknown[] {
  const offered = outcome.offered as readonly { readonly account: { readonly username: string } }[]
  return offered.map(({ account }) => account.username).toSorted()
}

/** @throws {TypeError} When the answer says something else than the model. */
export function holdTo(said: readonly unknown[], expected: readonly unknown[]): void {
  const [one, other] = [JSON.stringify(said), JSON.stringify([...expected])]
  const sorted = JSON.stringify([...expected].toSorted())
  if (one !== other && one !== sorted) throw new TypeError(`it says ${one}, not ${other}`)
}

/** Epoch seconds. */
export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function stricter<Client>(earlier: Client, now: Client): Client | 'ui' {
  return earlier === now ? now : 'ui'
}
