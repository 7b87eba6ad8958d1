import type { Mail } from '@gatehouse/auth-core/ports'
import type { Seen } from './expectation.ts'

/** Everything that was ever handed out, to whomever; nothing leaves it. An attacker has it all. */
export interface Handed {
  readonly tokens: HandedToken[]
  readonly sessionTokens: { readonly text: string; readonly organizations: readonly string[] }[]
  /** Logins that wait for a code. */
  readonly waiting: { readonly username: string; readonly sessionToken: string }[]
  readonly links: { readonly kind: LinkKind; readonly text: string }[]
  /** By whom they are for; the newest is last. */
  readonly codes: { readonly to: string; readonly text: string }[]
  readonly invitations: string[]
  readonly keys: { readonly id: string; readonly text: string }[]
  readonly people: { readonly id: string; readonly organization: string }[]
}

/** An access token, and what it says. */
interface HandedToken {
  readonly text: string
  readonly role: string
  readonly organization: string
  readonly person: string
  readonly session: string
}

/** The mails that have links. */
export type LinkKind = 'verify_email' | 'password_reset' | 'invitation' | 'organization_closing'

/** Nothing yet. */
export function nothingHanded(): Handed {
  return {
    ...{ tokens: [], sessionTokens: [], waiting: [], links: [] },
    ...{ codes: [], invitations: [], keys: [], people: [] },
  }
}

/** The texts of all secrets that were handed out, beside one-time codes. */
export function secretsOf({ tokens, sessionTokens, links, keys }: Handed): readonly string[] {
  return [...tokens, ...sessionTokens, ...links, ...keys].map(({ text }) => text)
}

/** What an outcome may carry. */
export interface Carried {
  readonly token?: string
  readonly sessionToken?: string
  readonly username?: string
  readonly user?: Carrier
  readonly offered?: readonly Carrier[]
  readonly invitation?: { readonly id: string }
  readonly key?: { readonly id: string; readonly text: string }
}

interface Carrier {
  readonly account: { readonly id: string; readonly tenantId: string; readonly apiKey: string }
}

/** Keeps what an outcome hands out. */
export function keepOutcome(handed: Handed, { kind, outcome, claims }: Seen): void {
  const { token, sessionToken, username, user, offered = [], invitation, key } = outcome as Carried
  if (token !== undefined && claims) {
    const { role, tenantId: organization, userId: person, sessionId: session } = claims
    handed.tokens.push({ text: token, role, organization, person, session })
  }
  for (const { account } of [...offered, ...(user ? [user] : [])]) {
    const { id, tenantId: organization } = account
    if (!handed.people.some((one) => one.id === id)) handed.people.push({ id, organization })
  }
  if (sessionToken !== undefined) {
    const organizations = offered.map(({ account }) => account.tenantId)
    handed.sessionTokens.push({ text: sessionToken, organizations })
    if (kind === 'otp_required') handed.waiting.push({ username: username ?? '', sessionToken })
  }
  if (invitation) handed.invitations.push(invitation.id)
  if (key) handed.keys.push({ id: key.id, text: key.text })
  const first = user?.account
  if (first && first.apiKey !== '' && !handed.keys.some(({ text }) => text === first.apiKey)) {
    handed.keys.push({ id: 'first', text: first.apiKey })
  }
}

/** Keeps what a mail brings. */
export function keepMail(handed: Handed, mail: Mail): void {
  if (mail.kind === 'otp') handed.codes.push({ to: mail.to, text: mail.code })
  if (mail.kind === 'password_reset') {
    for (const { token } of mail.accounts) handed.links.push({ kind: mail.kind, text: token })
  }
  if (
    mail.kind === 'verify_email' ||
    mail.kind === 'invitation' ||
    mail.kind === 'organization_closing'
  ) {
    handed.links.push({ kind: mail.kind, text: mail.token })
  }
}
