import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { organizationOperations } from './operations.ts'

type OrganizationOperationName = keyof typeof organizationOperations

/** Turns requests about an organization into commands of the core; makes no decisions. */
export function createOrganizationHandlers(
  auth: Pick<Auth, OrganizationOperationName>,
): Pick<Handlers, OrganizationOperationName> {
  return {
    readOrganization: (_, { token, tenantId, from }) =>
      auth.readOrganization({ token, tenantId, from }),
    changeOrganization: (body, { token, tenantId, from }) =>
      auth.changeOrganization({
        token,
        tenantId,
        name: body.name,
        otpEnabled: body.otp_enabled,
        otpExemptClients: body.otp_exempt_clients,
        maxSessionDays: body.max_session_days,
        from,
      }),
    closeOrganization: ({ confirm }, { token, tenantId, from }) =>
      auth.closeOrganization({ token, tenantId, confirm, from }),
    reopenOrganization: ({ token }, { from }) => auth.reopenOrganization({ token, from }),
  }
}
