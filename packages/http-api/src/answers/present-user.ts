import type { Membership } from '@gatehouse/auth-core'
import type { Answer } from './answer.ts'

/** An account in the wire's words. */
export function presentUser({ account, tenant }: Membership): Answer['user'] {
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
