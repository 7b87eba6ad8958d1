import { outdateTokens } from '../endings/end-sessions.ts'
import { type AccountNews, tellOwner } from '../mail/tell-owner.ts'
import { mailVerification } from '../mail/verification-mail.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import { dropEmailChange } from './drop-email-change.ts'
import type { LifeEffect, TakenStep } from './life.ts'
import { recordOf } from './life-of.ts'
import { rightsOf } from './rights-of.ts'
import { voidCredentials } from './void-credentials.ts'

/** What the work of a step needs. */
export interface LifeWork {
  /** The clock and the secrets, which do not belong to the transaction. */
  readonly ports: Pick<Ports, 'clock' | 'secrets'>
  /** How long links are valid, and what unconfirmed accounts may do. */
  readonly settings: Pick<AuthSettings, 'unconfirmedAccounts' | 'verificationTokenSeconds'>
  /** The transaction in which all records are read and written. */
  readonly tx: Transaction
  /** The account as it was before the step, and its tenant. */
  readonly of: Membership
  /** The news that the owner gets by mail, for steps with `tell_owner`; `password_changed` unless given. */
  readonly news?: AccountNews['kind']
}

/**
 * Effects that the use case performs itself: work in the credential store happens around the transaction, and
 * work on invitations and tenants belongs to those who keep them.
 */
type ElsewhereEffect =
  | 'replace_password'
  | 'disable_user'
  | 'enable_user'
  | 'remove_user'
  | 'remove_tenant'
  | 'send_invitation'
  | 'remove_invitation'

type RecordEffect = Exclude<LifeEffect, ElsewhereEffect>

/** The function that does the work of each effect. A missing effect does not compile. */
const performers: { readonly [E in RecordEffect]: (work: LifeWork) => Promise<void> } = {
  send_verification: ({ ports, settings, tx, of }) =>
    mailVerification(ports, settings, { tx, ...of }),
  remove_verification_tokens: ({ tx, of }) =>
    tx.oneTimeTokens.removeAll('verify_email', of.account.id),
  remove_reset_tokens: ({ tx, of }) => tx.oneTimeTokens.removeAll('reset_password', of.account.id),
  drop_email_change: ({ ports, tx, of }) => dropEmailChange(ports, tx, of.account.id),
  replace_api_keys: replaceApiKeys,
  end_sessions: ({ ports, tx, of }) => voidCredentials(ports, tx, of.account.id),
  tell_owner: ({ ports, tx, of, news: kind = 'password_changed' }) =>
    tellOwner(ports, tx, { kind, ...of }),
}

/**
 * Takes a step in the life of an account: stores its new state and does the work of the step in our records.
 * If the step changes the account's right to terminals and its sessions go on, their access tokens become
 * stale, because tokens carry that right.
 *
 * @returns The account after the step, with its tenant.
 */
export async function takeStep(work: LifeWork, { state, effects }: TakenStep): Promise<Membership> {
  const { ports, settings, tx, of } = work
  const { account: before, tenant } = of
  const changed = { ...before, ...recordOf(state) }
  await tx.accounts.update(changed)
  for (const effect of effects) {
    if (isKept(effect)) await performers[effect](work)
  }
  const mayBefore = rightsOf(settings, before).opensTerminals
  if (
    mayBefore !== rightsOf(settings, changed).opensTerminals &&
    !effects.includes('end_sessions')
  ) {
    await outdateTokens({ ports, tx }, before.id)
  }
  return { account: (await tx.accounts.find(before.id)) ?? changed, tenant }
}

function isKept(effect: LifeEffect): effect is RecordEffect {
  return effect in performers
}

async function replaceApiKeys({ ports, tx, of }: LifeWork): Promise<void> {
  await tx.apiKeys.removeAll(of.account.id)
  const account = await tx.accounts.find(of.account.id)
  if (!account) return
  const apiKey = ports.secrets.apiKey()
  await tx.accounts.update({ ...account, apiKey, apiKeyLastUsedAt: null })
}
