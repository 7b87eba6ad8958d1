import type { RealmDifference } from '@gatehouse/keycloak'
import type { JsonObject } from '../command.ts'
import { counted } from '../console/counted.ts'
import type { ImportPlan } from './plan-import.ts'

/** The facts about an import, shown before it begins. */
export interface PlanFacts {
  /** The number of users of the realm. */
  readonly people: number
  /** The role whose holders become `company_admin`. */
  readonly adminRole: string
  /** The number of users with that role; `undefined` where the realm has no such role. */
  readonly admins: number | undefined
}

/** An import in words, a line each. */
export function describePlan(plan: ImportPlan, facts: PlanFacts): readonly string[] {
  const { changes, isNew, tenant } = plan
  const { people, adminRole, admins } = facts
  const becomes = isNew ? `becomes the organization "${tenant.name}"` : 'is an organization already'
  const role =
    admins === undefined
      ? `The realm has no role ${adminRole}: nobody becomes an administrator. --admin-role names another.`
      : `${counted(admins, 'user')} with the role ${adminRole} ${admins === 1 ? 'becomes' : 'become'} company_admin, the others user.`
  return [
    `The realm ${tenant.id} ${becomes}. It has ${counted(people, 'user')}.`,
    role,
    ...(changes.length > 0
      ? ['In Keycloak this is changed, and nothing else:', ...changes.map(inWords)]
      : ['In Keycloak nothing has to be changed.']),
    ...remarks(plan),
  ]
}

/** An import for programs. */
export function planAsObject({ changes, isNew, tenant }: ImportPlan): JsonObject {
  return {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    new: isNew,
    changes: changes.map(({ code, about }) => ({ code, about })),
  }
}

function inWords({ code, about, is, should }: RealmDifference): string {
  if (code === 'client_missing') {
    return `  - the client ${about} is made: it ${purposes[about] ?? ''}`
  }
  if (code === 'client_secret') {
    return `  - the client ${about} gets a new secret: another gateway that uses it is locked out`
  }
  if (code === 'realm_setting') return `  - ${guesses}`
  return `  - ${about}: ${is} becomes ${should}`
}

const guesses =
  'failed logins are counted, which is off now: a pause of one to five minutes after 1,000 of them'

const purposes: Readonly<Record<string, string>> = {
  'gatehouse-login': 'checks passwords',
  'gatehouse-admin':
    'sets passwords and reads failed logins (manage-users), and may do nothing else',
}

function remarks({ view: { settings } }: ImportPlan): readonly string[] {
  const policy = settings.passwordPolicy
  return policy
    ? [
        `Note: the realm has a policy for passwords (${policy}). One that it refuses and we do not answers 503.`,
      ]
    : []
}
