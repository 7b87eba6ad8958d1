import type { Act } from './act.ts'
import { type Handed, type LinkKind, secretsOf } from './handed.ts'
import { emails, organizations, passwords, type Request, usernames } from './step.ts'

/**
 * A request with what its numbers stand for. Small ones are what a person would send: 0 is the newest
 * that fits. From 100 on they are any other secret, of whatever kind.
 */
export function resolve(handed: Handed, request: Request): Act {
  const fields = Object.entries(request).map(([field, value]) => [
    field,
    typeof value === 'number' && field !== 'hours'
      ? resolvers[field]?.(handed, value, request)
      : value,
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Act
}

type Resolver = (handed: Handed, number: number, request: Request) => string | undefined

const administering: readonly Act['kind'][] = [
  'invite',
  'revokeInvitation',
  'changeMember',
  'removeMember',
  'endMemberSessions',
  'setCodes',
  'closeOrganization',
]

const resolvers: Readonly<Record<string, Resolver>> = {
  username: (handed, number, { kind }) =>
    (kind === 'verifyOtp' ? pick(handed.waiting, number)?.username : undefined) ??
    usernames[number],
  email: (_, number) => emails[number],
  password: (_, number) => passwords[number],
  newPassword: (_, number) => passwords[number],
  organization(handed, number, request) {
    if (request.kind === 'signUp') return organizations[number]
    if (request.kind !== 'selectTenant') return organizations[number]?.toLowerCase()
    const shown = pick(handed.sessionTokens, numberOf(request.sessionToken))?.organizations ?? []
    const offered = number < 6 ? pick(shown, number) : undefined
    return offered ?? organizations[number % 3]?.toLowerCase()
  },
  token(handed, number, { kind }) {
    const fits = administering.includes(kind) && number % 4 !== 3
    const some = handed.tokens.filter(({ role }) => !fits || role === 'company_admin')
    return secretOf(handed, some, number)
  },
  sessionToken(handed, number, { kind, username }) {
    const waiting = kind === 'verifyOtp' ? pick(handed.waiting, numberOf(username)) : undefined
    return waiting && number < 6
      ? waiting.sessionToken
      : secretOf(handed, handed.sessionTokens, number)
  },
  link(handed, number, { kind }) {
    const links = handed.links.filter((one) => one.kind === linkKinds[kind])
    return secretOf(handed, links, number)
  },
  code: (handed, number) =>
    number === 3 ? '000000' : (pick(handed.codes, number)?.text ?? 'none'),
  person(handed, number, request) {
    const token = resolvers.token?.(handed, numberOf(request.token), request)
    const own = handed.tokens.find(({ text }) => text === token)?.organization
    const colleagues = handed.people.filter(({ organization }) => organization === own)
    return pick(number < 6 ? colleagues : handed.people, number)?.id ?? 'none'
  },
  invitation: (handed, number) => pick(handed.invitations, number) ?? 'none',
  session(handed, number, request) {
    const token = resolvers.token?.(handed, numberOf(request.token), request)
    const own = handed.tokens.find(({ text }) => text === token)?.person
    const some = handed.tokens.filter(({ person }) => number >= 6 || person === own)
    return pick(some, number)?.session ?? 'none'
  },
  key: (handed, number) => (number === 0 ? 'first' : (pick(handed.keys, number - 1)?.id ?? 'none')),
}

const linkKinds: Readonly<Partial<Record<Act['kind'], LinkKind>>> = {
  verifyEmail: 'verify_email',
  resetPassword: 'password_reset',
  acceptInvitation: 'invitation',
  reopenOrganization: 'organization_closing',
}

type Text = { readonly text: string }

function secretOf(handed: Handed, some: readonly Text[], number: number): string {
  if (number < 100) return pick(some, number)?.text ?? 'none'
  return pick(secretsOf(handed), number - 100) ?? 'none'
}

/** The newest is number 0. */
function pick<Item>(list: readonly Item[], number: number): Item | undefined {
  return list.at(-1 - (number % Math.max(1, list.length)))
}

function numberOf(field: Request[string] | undefined): number {
  return typeof field === 'number' ? field : 0
}
