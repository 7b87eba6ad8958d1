import {
  type Auth,
  type Membership,
  memberStateOf,
  type OtpRequired,
  type Refused,
} from '@gatehouse/auth-core'
import type * as v from 'valibot'
import { unreachable } from '../lib/unreachable.ts'
import type * as answers from './answers.ts'
import { presentAuditItem } from './audit.ts'
import type { OperationName } from './operations.ts'
import {
  presentInvitation,
  presentInvitations,
  presentOpenInvitation,
} from './present-invitations.ts'
import { presentMine } from './present-me.ts'

type Answer = {
  [Name in keyof typeof answers]: v.InferOutput<(typeof answers)[Name]>
}

/** What the use cases behind the routes answer when they do not refuse. */
export type Outcome = Exclude<
  Awaited<ReturnType<Auth[OperationName]>>,
  Refused | { readonly kind: 'invalid' }
>

/** The answer in the wire's own words: scenario A, B or C, or one of the small ones. */
export function present(outcome: Outcome, operation: OperationName): Answer[keyof Answer] {
  switch (outcome.kind) {
    case 'authenticated':
      return {
        token: outcome.token,
        user: presentUser(outcome.user),
        expires_in: outcome.expiresIn,
        session_token: outcome.sessionToken,
        available_tenants: outcome.offered.map(tenantEntry),
      }
    case 'otp_required':
      return operation === 'logIn' ? presentOtp(outcome) : remindOfOtp(outcome)
    case 'tenant_selection_required':
      return {
        requires_tenant_selection: true,
        tenants: outcome.offered.map(tenantEntry),
        session_token: outcome.sessionToken,
      }
    case 'tenants':
      return { tenants: outcome.offered.map(tenantEntry) }
    case 'otp_resent':
      return remindOfOtp(outcome)
    case 'signed_up':
      return {
        message: 'Your organization is ready. We have sent you a mail to confirm your address.',
        user_id: outcome.userId,
        username: outcome.username,
        organization: outcome.organization,
      }
    case 'verification':
      return {
        purpose: outcome.purpose,
        organization: outcome.tenant.name,
        username: outcome.account.username,
        email: outcome.email,
      }
    case 'verification_resent':
      return { message: messages.verification_resent, resend_after: outcome.resendAfter }
    case 'refreshed':
      return { token: outcome.token, expires_in: outcome.expiresIn }
    case 'organization':
      return presentTenant(outcome.tenant)
    case 'member':
      return presentMember(outcome.member)
    case 'members':
      return { items: outcome.members.map(presentMember), next_cursor: outcome.next }
    case 'organizations':
      return { items: outcome.tenants.map(organizationEntry), next_cursor: outcome.next }
    case 'invitation_sent':
      return presentInvitation(outcome.invitation)
    case 'invitations':
      return presentInvitations(outcome)
    case 'invitation':
      return presentOpenInvitation(outcome)
    case 'invitation_accepted':
      return {
        message: messages.invitation_accepted,
        user_id: outcome.userId,
        username: outcome.username,
        organization: outcome.organization,
      }
    case 'me':
      return { ...presentUser(outcome), pending_email: outcome.pendingEmail }
    case 'sessions':
    case 'api_keys':
    case 'api_key_created':
    case 'api_key_rotated':
    case 'email_change_requested':
      return presentMine(outcome)
    case 'audit':
      return { items: outcome.items.map(presentAuditItem), next_cursor: outcome.next }
    case 'organization_closed':
      return {
        message: messages.organization_closed,
        closes_at: outcome.closesAt.toISOString(),
      }
    case 'member_removed':
    case 'member_sessions_ended':
    case 'account_deleted':
    case 'invitation_revoked':
    case 'password_changed':
    case 'session_ended':
    case 'other_sessions_ended':
    case 'api_key_revoked':
    case 'email_verified':
    case 'organization_reopened':
    case 'logged_out':
    case 'reset_requested':
    case 'password_reset':
      return { message: messages[outcome.kind] }
    default:
      return unreachable(outcome)
  }
}

const codeSent = 'We have sent a verification code to your email address.'

const messages = {
  organization_closed:
    'The organization is closed. A link in the mail to its administrators takes it back.',
  organization_reopened: 'The organization is open again. Its people can log in.',
  email_verified: 'Your email address is confirmed.',
  verification_resent:
    'If your address is not confirmed yet, we have sent the mail that confirms it again.',
  // The token stays usable until it expires, so this does not speak of revoking it.
  logged_out: 'You are logged out. This session cannot be refreshed any more.',
  reset_requested: 'If there is an account with this address, we have sent a mail to it.',
  password_changed: 'Your password has been changed. All other sessions have ended.',
  session_ended: 'The session has ended.',
  other_sessions_ended: 'All other sessions have ended.',
  api_key_revoked: 'The API key does not work any more.',
  password_reset: 'Your password has been changed. You can log in with it now.',
  member_removed: 'The member has been removed.',
  member_sessions_ended: 'The member is signed out everywhere.',
  account_deleted: 'Your account has been deleted.',
  invitation_revoked: 'The invitation is taken back. Its link works no longer.',
  invitation_accepted: 'You are a member now. You can log in with your password.',
} as const

function presentOtp(outcome: OtpRequired): Answer['otpAnswer'] {
  return {
    message: codeSent,
    requires_otp: true,
    username: outcome.username,
    tenants: outcome.offered.map(tenantEntry),
    session_token: outcome.sessionToken,
    otp_expires_in_min: Math.ceil(outcome.minutes),
  }
}

function remindOfOtp(outcome: Pick<OtpRequired, 'username' | 'minutes'>): Answer['otpReminder'] {
  return {
    message: codeSent,
    requires_otp: true,
    username: outcome.username,
    otp_expires_in_min: Math.ceil(outcome.minutes),
  }
}

function presentUser({ account, tenant }: Membership): Answer['user'] {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    role: account.role,
    machine_role: account.machineRole,
    groups: [...account.groups],
    email_verified: account.emailVerified,
    api_key: account.apiKey,
  }
}

function presentMember(membership: Membership): Answer['member'] {
  const { api_key: _, ...rest } = presentUser(membership)
  const { account } = membership
  const last_login_at = account.lastLoginAt?.toISOString() ?? null
  return { ...rest, state: memberStateOf(account) ?? 'disabled', last_login_at }
}

function organizationEntry({
  id,
  name,
  status,
  createdAt,
}: Membership['tenant']): Answer['organizationsAnswer']['items'][number] {
  return {
    tenant_id: id,
    tenant_name: name,
    status: status === 'active' ? 'active' : 'disabled',
    created_at: createdAt.toISOString(),
  }
}

function tenantEntry({ account, tenant }: Membership): Answer['tenantEntry'] {
  return {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    username: account.username,
    user_id: account.id,
  }
}

const secondsPerDay = 86_400

function presentTenant(tenant: Membership['tenant']): Answer['organizationAnswer'] {
  const { otpExemptClients, maxSessionSeconds } = tenant
  return {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    otp_enabled: tenant.otpEnabled,
    otp_exempt_clients: otpExemptClients && [...otpExemptClients],
    max_session_days: maxSessionSeconds && maxSessionSeconds / secondsPerDay,
  }
}
