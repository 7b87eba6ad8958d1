import type { Auth, LoginOutcome } from '@gatehouse/auth-core'
import type { Account, Tenant } from '@gatehouse/auth-core/ports'
import type { Ruling } from './expectation.ts'
import type { Handed } from './handed.ts'
import { openedBy, proofOf, refusalOf } from './rules/tokens.ts'
import type { Service } from './service.ts'
import { organizations, passwords, usernames } from './step.ts'

/** What can be seen of the service from outside and in its records, without changing it. */
export type Observation = Readonly<Record<string, string>>

/** Looks at everything: who is where by the records, and what every secret that was handed out opens. */
export async function observe(service: Service, handed: Handed): Promise<Observation> {
  const { ports } = service
  const seen: Record<string, string> = {}
  const now = ports.clock.now()
  const { people, tenants, keys } = await ports.store.transaction(async (tx) => ({
    people: await each(usernames, (name) => tx.accounts.findByUsername(name)),
    tenants: await each(organizations, (name) => tx.tenants.find(name.toLowerCase())),
    keys: await each(handed.keys, async ({ text }) => [
      text,
      (await tx.apiKeys.findByText(text, now))?.account.id,
    ]),
  }))
  for (const tenant of tenants) if (tenant) Object.assign(seen, tenantFacts(tenant))
  for (const person of people) {
    if (!person || person.status === 'reserved' || person.status === 'removing') continue
    seen[`person ${person.username}`] = personFacts(person)
    if (person.status === 'active')
      seen[`password ${person.username}`] = await passwordOf(service, person)
  }
  for (const [text, owner] of keys) seen[`key ${text}`] = owner ?? 'none'
  for (const [index, auth] of service.processes().entries()) {
    for (const { text: token } of handed.tokens)
      seen[`token ${index} ${token}`] = checked(auth, token)
  }
  for (const { text: token } of handed.sessionTokens) {
    seen[`session token ${token}`] = await opens(service.processes()[0], token, now)
  }
  return seen
}

/** The same, as the model has it. */
export function expectedOf(ruling: Ruling, handed: Handed): Observation {
  const { world } = ruling
  const seen: Record<string, string> = {}
  for (const { id, codes, closesAt } of world.organizations.values()) {
    seen[`organization ${id}`] = JSON.stringify([codes, closesAt])
  }
  for (const person of world.people.values()) {
    const { id, username, email, organization, role, confirmed, disabled, password } = person
    const facts = [id, email, organization, role, confirmed, disabled]
    seen[`person ${username}`] = JSON.stringify(facts)
    if (!disabled) seen[`password ${username}`] = password
  }
  for (const { text } of handed.keys) seen[`key ${text}`] = ownerOf(ruling, text)
  for (const index of [0, 1]) {
    for (const { text: token } of handed.tokens)
      seen[`token ${index} ${token}`] = refusalOf(ruling, token) ?? 'ok'
  }
  for (const { text: token } of handed.sessionTokens) {
    const proof = proofOf(ruling, token)
    const opened = proof ? openedBy(ruling, proof) : []
    seen[`session token ${token}`] = opened
      .map(({ username }) => username)
      .toSorted()
      .join(' ')
  }
  return seen
}

/** What differs between two. */
export function differences(said: Observation, expected: Observation): readonly string[] {
  const names = new Set([...Object.keys(said), ...Object.keys(expected)])
  return [...names].flatMap((name) =>
    said[name] === expected[name]
      ? []
      : [`${name.slice(0, 60)}: ${said[name] ?? 'nothing'}, not ${expected[name] ?? 'nothing'}`],
  )
}

function ownerOf({ world, now }: Ruling, text: string): string {
  const first = [...world.people.values()].find(({ firstKey }) => firstKey === text)
  const key = world.keys.get(text)
  const isLive = key !== undefined && (key.expiresAt === null || now < key.expiresAt)
  return first?.id ?? (isLive ? key.person : 'none')
}

function tenantFacts({ id, status, otpEnabled, closesAt }: Tenant): Observation {
  if (status === 'reserved') return {}
  const facts = [otpEnabled, closesAt && closesAt.getTime() / 1000]
  return { [`organization ${id}`]: JSON.stringify(facts) }
}

function personFacts(account: Account): string {
  const { id, email, tenantId, role, emailVerified, status } = account
  return JSON.stringify([id, email, tenantId, role, emailVerified, status === 'disabled'])
}

async function passwordOf({ ports }: Service, account: Account): Promise<string> {
  const accepted: string[] = []
  for (const password of passwords) {
    const check = await ports.credentialStore.checkPassword(account, password)
    if (check.accepted) accepted.push(password)
  }
  return accepted.join(' and ')
}

function checked(auth: Auth, token: string): string {
  const outcome = auth.authenticate(token)
  return outcome.kind === 'refused' ? outcome.refusal : 'ok'
}

async function opens(auth: Auth, sessionToken: string, receivedAt: Date): Promise<string> {
  const from = { client: 'ui', network: 'model', userAgent: '', requestId: '', receivedAt } as const
  const listed = await auth.listTenants({ sessionToken, from })
  if (listed.kind === 'refused') return ''
  return usernamesIn(listed.offered).join(' ')
}

type Offered = Extract<LoginOutcome, { readonly kind: 'authenticated' }>['offered']

function usernamesIn(offered: Offered): readonly string[] {
  return offered.map(({ account }) => account.username).toSorted()
}

async function each<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await ask(item))
  return results
}
