import type { ClientType, Requester } from './client.ts'

/** The kinds of events in the audit log. */
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
  | 'session_kept'
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

/** One event. Holds no secret: no password, code, token or key. */
export interface AuditEvent {
  /** When the request arrived, or when the service acted by itself. */
  readonly at: Date
  /** The kind of the event. */
  readonly kind: AuditKind
  /** Whether the request succeeded. */
  readonly outcome: 'ok' | 'refused'
  /** The account that the event concerns; `null` when none is known. */
  readonly accountId: string | null
  /** The account that caused the event, if it is not the account concerned; otherwise `null`. */
  readonly actorId: string | null
  /** The tenant that the event concerns; `null` when none is known. */
  readonly tenantId: string | null
  /** The client type that counts; `null` without a request. */
  readonly client: ClientType | null
  /** `Requester.network`; `null` without a request. */
  readonly network: string | null
  /** `Requester.userAgent`; `null` without a request. */
  readonly userAgent: string | null
  /** `Requester.requestId`; `null` without a request. */
  readonly requestId: string | null
  /** Further details for an operator, such as the reason of a refusal, or that OTP was skipped. */
  readonly detail: Readonly<Record<string, string>>
}

/** A stored event. */
export interface AuditEntry extends AuditEvent {
  /**
   * The number of the entry: unique and never reused. Of two entries at the same moment, the larger number is
   * newer.
   */
  readonly seq: number
}

/** An event and its subjects, as far as they are known. */
export interface AuditFact {
  /** The kind of the event. */
  readonly kind: AuditKind
  /** The outcome; `ok` unless given. */
  readonly outcome?: AuditEvent['outcome']
  /** The account that the event concerns. */
  readonly accountId?: string
  /** The account that caused the event, if it is not the account concerned. */
  readonly actorId?: string
  /** The tenant that the event concerns. */
  readonly tenantId?: string
  /** The effective client type, where it differs from the request's. */
  readonly client?: ClientType
  /** See {@link AuditEvent}. */
  readonly detail?: Readonly<Record<string, string>>
}

/** An event caused by a request; its outcome is `ok` unless the fact gives another. */
export function requestEvent(from: Requester, fact: AuditFact): AuditEvent {
  return {
    ...systemEvent(from.receivedAt, fact),
    client: fact.client ?? from.client,
    network: from.network,
    userAgent: from.userAgent,
    requestId: from.requestId,
  }
}

/** An event that the service caused on its own. */
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
