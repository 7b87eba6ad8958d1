import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Refusal, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** What handling a callback needs. */
export interface OidcCallback {
  /** The ports of the use case. */
  readonly ports: Ports
  /** The settings of the use case. */
  readonly settings: AuthSettings
  /** The provider's name in `Ports.oidcProviders`. */
  readonly provider: string
  /** The client that sent the request; it counts as a browser. */
  readonly from: Requester
}

/** Why a callback is refused. */
export interface CallbackFault {
  /** The refusal that the browser gets. */
  readonly refusal: Refusal
  /** The reason for the operator: a snake_case word. */
  readonly reason: string
  /** The identity that the provider vouches for, if the callback got that far. */
  readonly identity?: OidcIdentity
  /** The account that stays closed, where there is one. */
  readonly account?: Account
}

/** A refused provider login. */
export interface OidcRefused extends Refused {
  /** The reason for the operator, a snake_case word. Not for the client, because it would help attackers. */
  readonly reason: string
}

/** Records a refusal, with what an operator needs to help the person. */
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

/** Refuses a callback, and records that. */
export async function refuseCallback(
  tx: Transaction,
  callback: OidcCallback,
  fault: CallbackFault,
): Promise<OidcRefused> {
  await recordFault(tx, callback, fault)
  return { kind: 'refused', refusal: fault.refusal, reason: fault.reason }
}

/** An identity as the audit log has it: without name and address. */
export function describeIdentity(
  provider: string,
  { issuer, subject, directory }: OidcIdentity,
): Readonly<Record<string, string>> {
  return { provider, issuer, subject, ...(directory === null ? {} : { directory }) }
}
