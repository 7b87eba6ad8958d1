import type { Auth, Membership, OtpRequired, OtpResent, Refused } from '@gatehouse/auth-core'
import { unreachable } from '../lib/unreachable.ts'
import { presentMine } from '../me/present.ts'
import type { OperationName } from '../operations/operations.ts'
import { presentOrganization } from '../organization/present.ts'
import type { Answer } from './answer.ts'
import { messages, told } from './messages.ts'
import { presentUser } from './present-user.ts'

/** The outcomes of the use cases behind the routes, without refusals. */
export type Outcome = Exclude<
  Awaited<ReturnType<Auth[OperationName]>>,
  Refused | { readonly kind: 'invalid' }
>

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { readonly kind: Kind }>

/** The answer on the wire: scenario A, B or C, or one of the small answers. */
export function present(outcome: Outcome, operation: OperationName): Answer[keyof Answer] {
  if (isTold(outcome)) return { message: told[outcome.kind] }
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
    case 'invitation_accepted':
      return presentNewcomer(outcome)
    case 'reset':
      return presentReset(outcome)
    case 'verification':
      return presentVerification(outcome)
    case 'verification_resent':
      return { message: messages.verification_resent, resend_after: outcome.resendAfter }
    case 'refreshed':
    case 'session_resumed':
      return { token: outcome.token, expires_in: outcome.expiresIn }
    case 'organization':
    case 'organization_closed':
    case 'organizations':
    case 'member':
    case 'members':
    case 'invitation_sent':
    case 'invitations':
    case 'invitation':
    case 'audit':
      return presentOrganization(outcome)
    case 'me':
    case 'sessions':
    case 'api_keys':
    case 'api_key_created':
    case 'api_key_rotated':
    case 'email_change_requested':
      return presentMine(outcome)
    case 'token_active':
      return presentActive(outcome)
    case 'token_inactive':
      return { active: false }
    default:
      return unreachable(outcome)
  }
}

function isTold(outcome: Outcome): outcome is Extract<Outcome, { kind: keyof typeof told }> {
  return outcome.kind in told
}

const codeSent = 'We have sent a verification code to your email address.'

function presentNewcomer(
  outcome: Of<'signed_up' | 'invitation_accepted'>,
): Answer['signedUpAnswer'] {
  const { kind, userId: user_id, username, organization } = outcome
  return { message: messages[kind], user_id, username, organization }
}

function presentActive({ holder, token }: Of<'token_active'>): Answer['activeAnswer'] {
  const isKey = token.type === 'api_key'
  return {
    active: true,
    token_type: isKey ? 'api_key' : 'Bearer',
    sub: holder.userId,
    username: holder.username,
    email: holder.email,
    tenant_id: holder.tenantId,
    tenant_name: holder.tenantName,
    role: holder.role,
    machine_role: holder.machineRole,
    groups: [...holder.groups],
    iat: Math.floor(token.issuedAt.getTime() / 1000),
    ...(token.expiresAt && { exp: Math.floor(token.expiresAt.getTime() / 1000) }),
    ...(isKey ? { key_id: token.id, key_name: token.name } : { jti: token.id }),
  }
}

function presentReset({ account, tenant }: Of<'reset'>): Answer['resetAnswer'] {
  return { organization: tenant.name, username: account.username, email: account.email }
}

function presentVerification({
  purpose,
  account,
  tenant,
  email,
}: Of<'verification'>): Answer['verificationAnswer'] {
  return { purpose, organization: tenant.name, username: account.username, email }
}

function presentOtp(outcome: OtpRequired): Answer['otpAnswer'] {
  return {
    message: codeSent,
    requires_otp: true,
    username: outcome.username,
    tenants: outcome.offered.map(tenantEntry),
    session_token: outcome.sessionToken,
    otp_expires_in_min: Math.ceil(outcome.minutes),
    resend_after: outcome.resendAfter,
  }
}

function remindOfOtp(outcome: OtpResent | OtpRequired): Answer['otpReminder'] {
  return {
    message: codeSent,
    requires_otp: true,
    username: outcome.username,
    otp_expires_in_min: Math.ceil(outcome.minutes),
    resend_after: outcome.resendAfter,
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
