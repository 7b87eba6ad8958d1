import { checkOwnPassword } from '../account/check-own-password.ts'
import { dropEmailChange } from '../account/drop-email-change.ts'
import type { ActorCommand } from '../authorization/authorize.ts'
import { type EmailAddress, parseEmailAddress } from '../identity/email-address.ts'
import { secondsAfter } from '../lib/time.ts'
import { countAgainst } from '../limits/throttle.ts'
import { languageOf } from '../mail/language-of.ts'
import { tellOwner } from '../mail/tell-owner.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { type AuditFact, requestEvent } from '../records/audit.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { type Actor, findActor, findAgain } from './find-actor.ts'
import { isMember } from './is-member.ts'

/** The access token of an account, its password, and the new address. */
export interface ChangeEmailCommand extends ActorCommand {
  /** The new address as typed. */
  readonly email: string
  /** The password as typed. Secret. */
  readonly currentPassword: string
}

/** A mail that confirms the new address waits for delivery. */
export interface EmailChangeRequested {
  /** The kind of this outcome. */
  readonly kind: 'email_change_requested'
  /** The address as the person typed it. */
  readonly pendingEmail: string
}

/**
 * Mails a link to the address that an account is to have, and tells the present one
 * (`POST /api/auth/change-email`). Nothing else changes until the link is confirmed by `verifyEmail`.
 * A later request replaces an earlier one. An address that was never confirmed is told nothing: it
 * may be another person's.
 *
 * Invalid: `email` breaks a rule, or is the present one. Refusals: those of {@link authorize};
 * `invalid_credentials`, `overloaded`; `already_member` when another member has the address;
 * `rate_limited`, also before the pause between two mails is over.
 *
 * @throws {PortError} When the credential store cannot be asked; nothing is counted then.
 */
export async function changeEmail(
  ports: Ports,
  settings: AuthSettings,
  command: ChangeEmailCommand,
): Promise<EmailChangeRequested | Invalid | Refused> {
  const { currentPassword: password, from } = command
  const actor = await findActor(ports, settings, { ...command, action: 'changeEmail' })
  if (actor.kind === 'refused') return actor
  const { account } = actor
  const parsed = parseEmailAddress(command.email, ports.domainToAscii)
  if (!parsed.ok) return invalid(parsed)
  const email = parsed.value
  if (email.given === account.email) return invalid(unchanged)
  const makesKnown = account.emailVerified
  const refusal =
    (await checkOwnPassword(ports, settings, { account, password, from, makesKnown })) ??
    (await countMail(ports, settings, { account, email }))
  if (refusal) {
    await ports.store.transaction((tx) => record(tx, { actor, command }, 'refused'))
    return refusal
  }
  return ports.store.transaction(async (tx) => {
    const now = await findAgain(tx, actor)
    if (now.kind === 'refused') return now
    if (await isMember(tx, now.account, email.canonical)) return refused('already_member')
    await mailLink(ports, settings, { tx, actor: now, email })
    await record(tx, { actor: now, command }, 'ok')
    return { kind: 'email_change_requested', pendingEmail: email.given }
  })
}

const unchanged = { rule: 'unchanged', message: 'This is your present address.' }

function invalid({ rule, message }: { readonly rule: string; readonly message: string }): Invalid {
  return { kind: 'invalid', errors: [{ field: 'email', rule, message }] }
}

/**
 * Counts the mail to the new address. It may be a stranger's until it is confirmed, so it has the limits of
 * sign-up mails.
 */
function countMail(
  { rateLimiter }: Pick<Ports, 'rateLimiter'>,
  { limits: { verificationPause, verificationPerAddress } }: AuthSettings,
  { account, email }: Pick<Actor, 'account'> & { readonly email: EmailAddress },
): Promise<Refused | null> {
  return countAgainst(rateLimiter, [
    [verificationPause, account.id],
    [verificationPerAddress, email.canonical],
  ])
}

interface Link {
  readonly tx: Transaction
  readonly actor: Actor
  readonly email: EmailAddress
}

async function mailLink(
  ports: Pick<Ports, 'clock' | 'secrets'>,
  settings: Pick<AuthSettings, 'verificationTokenSeconds'>,
  { tx, actor: { account, tenant }, email: { given: to } }: Link,
): Promise<void> {
  const { clock, secrets } = ports
  const now = clock.now()
  const token = secrets.token()
  const expiresAt = secondsAfter(now, settings.verificationTokenSeconds)
  await dropEmailChange(ports, tx, account.id)
  await tx.accounts.update({ ...account, pendingEmail: to })
  await tx.oneTimeTokens.insert({
    digest: secrets.digest('change_email', token),
    purpose: 'change_email',
    accountId: account.id,
    createdAt: now,
    expiresAt,
    lease: null,
  })
  const { username } = account
  const language = languageOf(account)
  await tx.outbox.add({
    id: secrets.id(),
    accountId: account.id,
    mail: {
      kind: 'email_change',
      language,
      to,
      organization: tenant.name,
      username,
      token,
      expiresAt,
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
  if (!account.emailVerified) return
  await tellOwner(ports, tx, { kind: 'email_change_requested', account, tenant })
}

async function record(
  tx: Transaction,
  {
    actor: { account, tenant },
    command: { from },
  }: { readonly actor: Actor; readonly command: ChangeEmailCommand },
  outcome: NonNullable<AuditFact['outcome']>,
): Promise<void> {
  const subject = { accountId: account.id, tenantId: tenant.id, outcome }
  await tx.auditLog.record(requestEvent(from, { kind: 'email_change_requested', ...subject }))
}
