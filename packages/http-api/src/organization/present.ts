import { type Auth, type Membership, memberStateOf } from '@gatehouse/auth-core'
import type { Answer } from '../answers/answer.ts'
import { messages } from '../answers/messages.ts'
import { presentUser } from '../answers/present-user.ts'
import { presentAuditItem } from '../audit/audit.ts'
import {
  presentInvitation,
  presentInvitations,
  presentOpenInvitation,
} from '../invitations/present.ts'
import { unreachable } from '../lib/unreachable.ts'

/** The use cases about an organization and its members. */
type OrganizationUseCase =
  | 'readOrganization'
  | 'closeOrganization'
  | 'listOrganizations'
  | 'listMembers'
  | 'readMember'
  | 'invite'
  | 'listInvitations'
  | 'readInvitation'
  | 'readAudit'

type Outcome = Exclude<
  Awaited<ReturnType<Auth[OrganizationUseCase]>>,
  { readonly kind: 'refused' } | { readonly kind: 'invalid' }
>

/** The answer of a route about an organization or its members. */
export function presentOrganization(outcome: Outcome): Answer[keyof Answer] {
  switch (outcome.kind) {
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
    case 'audit':
      return { items: outcome.items.map(presentAuditItem), next_cursor: outcome.next }
    case 'organization_closed':
      return {
        message: messages.organization_closed,
        closes_at: outcome.closesAt.toISOString(),
      }
    default:
      return unreachable(outcome)
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
