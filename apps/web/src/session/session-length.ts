import { signal } from '@preact/signals'
import { organizationService } from '../api/organization-service.ts'
import type { Organization } from '../api/organization-wire.ts'
import { config } from '../config.ts'
import type { Session } from './session.ts'
import { ask } from './session-store.ts'

const secondsPerDay = 24 * 3600

const known = signal<Organization | undefined>(undefined)

/** The longest session in seconds; the operator's limit until the organization is known. */
export function sessionSecondsIn({ claims }: Session): number {
  const { value: organization } = known
  const isIts = organization?.tenant_id === claims.tenantId
  const days = isIts ? organization.max_session_days : undefined
  return Math.min((days ?? Number.POSITIVE_INFINITY) * secondsPerDay, config.maxSessionSeconds)
}

/** Loads the longest session of the organization, once for each one that is entered. */
export async function learnSessionLength({ claims }: Session): Promise<void> {
  if (known.peek()?.tenant_id === claims.tenantId) return
  const answer = await ask(organizationService.read)
  if (answer.ok) noteOrganization(answer.value)
}

/** Takes new information on the organization. */
export function noteOrganization(organization: Organization): void {
  known.value = organization
}
