import type { Mail } from '@gatehouse/auth-core/ports'
import type { Ruling } from '../expectation.ts'
import { dropLinks, type Link, type Person } from '../world.ts'
import { lasts } from './tokens.ts'

/**
 * Takes note of a mail: from now on its link or code is there.
 *
 * @returns What is wrong with it, if anything: it went to another address, or says what was not done.
 */
export function receive(ruling: Ruling, mail: Mail): string | null {
  if (mail.kind === 'verify_email') {
    return link(ruling, { ...mail, kind: 'verify', username: mail.username ?? '' })
  }
  if (mail.kind === 'password_reset') return resetLinks(ruling, mail)
  if (mail.kind === 'organization_closing') return closingLink(ruling, mail)
  if (mail.kind === 'otp') return code(ruling, mail)
  return mail.kind === 'invitation' ? invitation(ruling, mail) : null
}

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>

/** A new link replaces those of before. */
function resetLinks(ruling: Ruling, { to, accounts }: MailOf<'password_reset'>): string | null {
  const complaints = accounts.map(({ username, token }) => {
    const found = personOf(ruling, username)
    if (found) dropLinks(ruling.world, found.id, 'reset')
    return link(ruling, { kind: 'reset', to, username, token })
  })
  return complaints.find((one) => one !== null) ?? null
}

/** The mail names who has closed it. The link is for one of several administrators: whose, the address tells. */
function closingLink(ruling: Ruling, mail: MailOf<'organization_closing'>): string | null {
  const { organization: id } = personOf(ruling, mail.username) ?? {}
  const reader = [...ruling.world.people.values()].find(
    ({ organization, email }) => organization === id && email === mail.to,
  )
  return link(ruling, { ...mail, kind: 'reopen', username: reader?.username ?? '' })
}

interface MailedLink extends Pick<Link, 'kind'> {
  readonly to: string
  readonly username: string
  readonly token: string
}

function link({ world, now, ...ruling }: Ruling, { kind, to, username, token }: MailedLink) {
  const person = personOf({ world, now, ...ruling }, username)
  if (person?.email !== to) return `a ${kind} link of ${username} went to ${to}`
  const life = { verify: lasts.verification, reset: lasts.reset, reopen: lasts.closing }[kind]
  world.links.set(token, { kind, person: person.id, createdAt: now, expiresAt: now + life })
  return null
}

function code({ world }: Ruling, { to, organization, code: text }: MailOf<'otp'>): string | null {
  const waiting = [...world.challenges].find(([id, challenge]) => {
    const person = world.people.get(id)
    const isHere = organization.toLowerCase().startsWith(person?.organization ?? '?')
    return isHere && person?.email === to && challenge.code === null
  })
  if (!waiting) return `a code went to ${to}, which waits for none`
  waiting[1].code = text
  return null
}

function invitation(
  { world }: Ruling,
  { to, organization, token }: MailOf<'invitation'>,
): string | null {
  const found = [...world.invitations.values()].find(
    (one) =>
      one.email === to &&
      organization.toLowerCase().startsWith(one.organization) &&
      one.token === null,
  )
  if (!found) return `an invitation went to ${to}, which no administrator has invited`
  found.token = token
  return null
}

function personOf({ world }: Ruling, username: string): Person | undefined {
  return [...world.people.values()].find((one) => one.username === username)
}

/** Whether something was to be mailed that was not. */
export function isMailMissing({ world }: Ruling): boolean {
  const codes = [...world.challenges.values()].some(({ code: text }) => text === null)
  return codes || [...world.invitations.values()].some(({ token }) => token === null)
}
