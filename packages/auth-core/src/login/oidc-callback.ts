import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Refusal, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** Somebody who comes back from a provider. */
export interface OidcCallback {
  readonly ports: Ports
  readonly settings: AuthSettings
  /** The provider's name with us. */
  readonly provider: string
  readonly from: Requester
}

/** Why a callback leads nowhere. */
export interface CallbackFault {
  readonly refusal: Refusal
  /** A snake_case word. */
  readonly reason: string
  readonly identity?: OidcIdentity
  /** The account that stays closed, where there is one. */
  readonly account?: Account
}

/** A refused provider login. */
export interface OidcRefused extends Refused {
  /** For the operator alone, since it would help who guesses: why, in a snake_case word. */
  readonly reason: string
}

/** Puts a refusal on record, with what an operator needs to help the person. */
export async function recordFault(
  tx: Transaction,
  { from, provider }: OidcCallback,
  { reason, identity, account }: Omit<CallbackFault, 'refusal'>,
): Promise<void> {
  const detail = { reason, ...(identity ? describeIdentity(provider, identity) : { provider }) }
  const subject = account && { accountId: account.id, tenantId: account.tenantId }
  const fact = { kind: 'login', outcome: 'refused', detail, ...subject } as const
  await tx.auditLog.record(requestEvent(from, fact))
}

/** Refuses, and puts that on record. */
export async function refuseCallback(
  tx: Transaction,
  callback: OidcCallback,
  fault: CallbackFault,
): Promise<OidcRefused> {
  await recordFault(tx, callback, fault)
  return { kind: 'refused', refusal: fault.refusal, reason: fault.reason }
}

/** Whom a provider vouched for, as the audit log has it: no name and no address. */
export function describeIdentity(
  provider: string,
  { issuer, subject, directory }: OidcIdentity,
): Readonly<Record<string, string>> {
  return { provider, issuer, subject, ...(directory === null ? {} : { directory }) }
}
