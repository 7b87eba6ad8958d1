import type { ClientType } from './client.ts'

/** What the audit log records. */
export type AuditKind =
  | 'signed_up'
  | 'sign_up_undone'
  | 'email_verified'
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

/** One thing that happened. Holds no secret: no password, code, token or key. */
export interface AuditEvent {
  readonly at: Date
  readonly kind: AuditKind
  readonly outcome: 'ok' | 'refused'
  readonly accountId: string | null
  readonly tenantId: string | null
  readonly client: ClientType | null
  readonly network: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  /** What else an operator needs: why it was refused, that OTP was skipped. */
  readonly detail: Readonly<Record<string, string>>
}
