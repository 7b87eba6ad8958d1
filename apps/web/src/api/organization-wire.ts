/** What the routes of administrators take and answer, in the wire's own words. */
import type { User } from './wire.ts'

/** A person of the organization, as its administrators see them. */
export interface Member extends Omit<User, 'api_key'> {
  /** `active`, `unconfirmed`, `disabled`, or what a newer service knows. */
  readonly state: string
  /** RFC 3339; none when they have never signed in. */
  readonly last_login_at: string | null
}

/** What an administrator may change of a member. */
export type MemberChange = Partial<
  Pick<Member, 'role' | 'machine_role' | 'groups'> & { readonly disabled: boolean }
>

/** Who is invited, to what. */
export interface InvitationRequest {
  /** Whom the mail goes to. */
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
  /** Names it in routes. */
  readonly id: string
  /** What the person is called who invited; left out when their account is gone. */
  readonly invited_by?: string | null
  /** RFC 3339. */
  readonly created_at?: string
  /** RFC 3339. */
  readonly expires_at: string
}

/** The rules of an organization. */
export interface Organization {
  /** The short name, which never changes. */
  readonly tenant_id: string
  /** What people call it. */
  readonly tenant_name: string
  /** Whether browsers give a one-time code. */
  readonly otp_enabled: boolean
  /** Client types that give no code; none when the operator's hold. */
  readonly otp_exempt_clients?: readonly string[] | null
  /** None when the operator's holds. */
  readonly max_session_days?: number | null
}

/** What an administrator may change of it. */
export interface OrganizationChange {
  /** What people call it. */
  readonly name?: string
  /** Whether browsers give a one-time code. */
  readonly otp_enabled?: boolean
  /** Client types that give no code. */
  readonly otp_exempt_clients?: readonly string[]
  /** After so many days a person signs in again. */
  readonly max_session_days?: number
}

/** `DELETE /api/auth/organization` */
export interface ClosingAnswer {
  /** When everything is deleted. */
  readonly closes_at?: string
}

/** An account in the audit, which may be gone by now. */
export interface AuditPerson {
  /** Names it in routes. */
  readonly id: string
  /** None when the account is gone. */
  readonly username: string | null
}

/** One line of the audit. */
export interface AuditEntry {
  /** The number of the entry; newer ones have greater ones. */
  readonly seq: number
  /** RFC 3339. */
  readonly at: string
  /** What happened, as `member_changed`. */
  readonly kind: string
  /** `ok` or `refused`. */
  readonly outcome: string
  /** Who did it, where that is not the account that it is about. */
  readonly actor: AuditPerson | null
  /** Whom it is about. */
  readonly account: AuditPerson | null
  /** The client type, where a client did it. */
  readonly client: string | null
  /** The network that it came from. */
  readonly network: string | null
  /** The `User-Agent` of it. */
  readonly user_agent: string | null
  /** What the operator finds the request by. */
  readonly request_id: string | null
  /** What else is known, by name. */
  readonly detail: Readonly<Record<string, string>>
}
