/** The requests and answers of the routes for administrators, in the wire's words. */
import type { User } from './wire.ts'

/** A person of the organization, as its administrators see them. */
export interface Member extends Omit<User, 'api_key'> {
  /** `active`, `unconfirmed`, `disabled`, or a state of a newer service. */
  readonly state: string
  /** The last login in RFC 3339; `null` before the first. */
  readonly last_login_at: string | null
}

/** The fields of a member that an administrator may change. */
export type MemberChange = Partial<
  Pick<Member, 'role' | 'machine_role' | 'groups'> & { readonly disabled: boolean }
>

/** The person to invite, and the role and groups. */
export interface InvitationRequest {
  /** The address that gets the mail. */
  readonly email: string
  /** `user` or `company_admin`. */
  readonly role: string
  /** Role on single machines; may be empty. */
  readonly machine_role: string
  /** Groups in the credential store; may be empty. */
  readonly groups: readonly string[]
}

/** An invitation that is open. */
export interface Invitation extends InvitationRequest {
  /** The id in the paths of routes. */
  readonly id: string
  /** The name of the inviter; not set when their account is gone. */
  readonly invited_by?: string | null
  /** When it was created, in RFC 3339. */
  readonly created_at?: string
  /** When it expires, in RFC 3339. */
  readonly expires_at: string
}

/** The rules of an organization. */
export interface Organization {
  /** The short name, which never changes. */
  readonly tenant_id: string
  /** The display name. */
  readonly tenant_name: string
  /** Whether browsers are asked for a one-time code. */
  readonly otp_enabled: boolean
  /** Client types that are exempt from the code; `null` when the operator's list applies. */
  readonly otp_exempt_clients?: readonly string[] | null
  /** The longest session in days; `null` when the operator's setting applies. */
  readonly max_session_days?: number | null
}

/** The fields of an organization that an administrator may change. */
export interface OrganizationChange {
  /** The display name. */
  readonly name?: string
  /** Whether browsers are asked for a one-time code. */
  readonly otp_enabled?: boolean
  /** Client types that are exempt from the code. */
  readonly otp_exempt_clients?: readonly string[]
  /** The longest session in days; after that a person signs in again. */
  readonly max_session_days?: number
}

/** `DELETE /api/auth/organization` */
export interface ClosingAnswer {
  /** When the organization is deleted. */
  readonly closes_at?: string
}

/** An account in the audit, which may be gone by now. */
export interface AuditPerson {
  /** The id in the paths of routes. */
  readonly id: string
  /** The username; `null` when the account is gone. */
  readonly username: string | null
}

/** One entry of the audit log. */
export interface AuditEntry {
  /** The number of the entry; newer ones have larger numbers. */
  readonly seq: number
  /** When it happened, in RFC 3339. */
  readonly at: string
  /** The kind of event, such as `member_changed`. */
  readonly kind: string
  /** `ok` or `refused`. */
  readonly outcome: string
  /** The account that caused it, if it is not the account concerned. */
  readonly actor: AuditPerson | null
  /** The account concerned. */
  readonly account: AuditPerson | null
  /** The client type; `null` without a client. */
  readonly client: string | null
  /** The network of the request; `null` without one. */
  readonly network: string | null
  /** The `User-Agent` of the request; `null` without one. */
  readonly user_agent: string | null
  /** The id by which the operator finds the request; `null` without one. */
  readonly request_id: string | null
  /** Further details, by name. */
  readonly detail: Readonly<Record<string, string>>
}
