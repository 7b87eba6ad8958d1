import type { ClientType, Requester } from './client.ts'

/** What the audit log records. */
export type AuditKind =
  | 'signed_up'
  | 'sign_up_undone'
  | 'organization_imported'
  | 'account_imported'
  | 'account_repaired'
  | 'email_verified'
  | 'verification_resent'
  | 'account_claimed'
  | 'identity_linked'
  | 'login'
  | 'tenant_chosen'
  | 'otp_sent'
  | 'otp_checked'
  | 'refreshed'
  | 'logged_out'
  | 'password_reset_requested'
  | 'password_reset'
  | 'organization_changed'
  | 'keys_rotated'
  | 'member_changed'
  | 'member_disabled'
  | 'member_enabled'
  | 'member_removed'
  | 'sessions_ended'
  | 'account_deleted'
  | 'invited'
  | 'invitation_resent'
  | 'invitation_revoked'
  | 'invitation_accepted'
  | 'name_changed'
  | 'password_changed'
  | 'password_doubtful'
  | 'email_change_requested'
  | 'email_changed'
  | 'session_ended'
  | 'api_key_created'
  | 'api_key_rotated'
  | 'api_key_revoked'
  | 'audit_exported'
  | 'account_created'
  | 'account_unlocked'
  | 'member_disabled'
  | 'member_enabled'
  | 'organization_closed'
  | 'organization_reopened'
  | 'organization_removed'

/** One thing that happened. Holds no secret: no password, code, token or key. */
export interface AuditEvent {
  /** When the request arrived, or when the service acted by itself. */
  readonly at: Date
  /** What was done or asked for. */
  readonly kind: AuditKind
  /** Whether it was done. */
  readonly outcome: 'ok' | 'refused'
  /** The account it concerns; `null` when none is known. */
  readonly accountId: string | null
  /** Who did it, where that is not the account that it concerns; otherwise `null`. */
  readonly actorId: string | null
  /** The tenant it concerns; `null` when none is known. */
  readonly tenantId: string | null
  /** The client type that counts; `null` without a request. */
  readonly client: ClientType | null
  /** `Requester.network`; `null` without a request. */
  readonly network: string | null
  /** `Requester.userAgent`; `null` without a request. */
  readonly userAgent: string | null
  /** `Requester.requestId`; `null` without a request. */
  readonly requestId: string | null
  /** What else an operator needs: why it was refused, that OTP was skipped. */
  readonly detail: Readonly<Record<string, string>>
}

/** An event on record. */
export interface AuditEntry extends AuditEvent {
  /** Its number: unique, and never used again. Of two of one moment, the larger is the newer. */
  readonly seq: number
}

/** What happened and whom it concerns, as far as it is known. */
export interface AuditFact {
  /** What was done or asked for. */
  readonly kind: AuditKind
  /** `ok` unless it is given. */
  readonly outcome?: AuditEvent['outcome']
  /** The account it concerns. */
  readonly accountId?: string
  /** Who did it, where that is not the account that it concerns. */
  readonly actorId?: string
  /** The tenant it concerns. */
  readonly tenantId?: string
  /** The effective client type, where it differs from the request's. */
  readonly client?: ClientType
  /** As in {@link AuditEvent}. */
  readonly detail?: Readonly<Record<string, string>>
}

/** An event that a request caused; `ok` unless it says otherwise. */
export function requestEvent(from: Requester, fact: AuditFact): AuditEvent {
  return {
    ...systemEvent(from.receivedAt, fact),
    client: fact.client ?? from.client,
    network: from.network,
    userAgent: from.userAgent,
    requestId: from.requestId,
  }
}

/** An event that happened by itself. */
export function systemEvent(at: Date, fact: AuditFact): AuditEvent {
  return {
    at,
    kind: fact.kind,
    outcome: fact.outcome ?? 'ok',
    accountId: fact.accountId ?? null,
    actorId: fact.actorId ?? null,
    tenantId: fact.tenantId ?? null,
    client: fact.client ?? null,
    network: null,
    userAgent: null,
    requestId: null,
    detail: fact.detail ?? {},
  }
}
