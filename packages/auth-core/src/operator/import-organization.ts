import { parseDisplayName } from '../identity/display-name.ts'
import { realmNameOf } from '../identity/organization-name.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'
import { importMark, type Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** A realm of the credential store that is to be an organization. */
export interface OrganizationImport {
  /** Becomes the tenant id, unchanged. */
  readonly realm: string
  /** What it is called. Where that is no name by our rules, it is called as the realm is. */
  readonly name: string
  /** The reservation that the realm carries, if a sign-up of ours made it. */
  readonly reservation?: string
  /** Looks, and writes nothing. */
  readonly dryRun: boolean
}

/** The organization is on record. */
export interface OrganizationImported {
  /** Says which outcome this is. */
  readonly kind: 'organization_imported'
  /** Its record; with `dryRun` the one that it would have. */
  readonly tenant: Tenant
  /** `false` when it is on record already. */
  readonly isNew: boolean
}

/**
 * Records an organization whose realm exists already. Repeating it is harmless: an existing record
 * stays as it is.
 *
 * Invalid: `realm` breaks the rules of organization names. Refusals: `organization_taken` while a
 * sign-up holds the name.
 */
export async function importOrganization(
  ports: Pick<Ports, 'clock' | 'secrets' | 'store'>,
  settings: Pick<AuthSettings, 'otpDefault'>,
  { realm, name, reservation, dryRun }: OrganizationImport,
): Promise<OrganizationImported | Invalid | Refused> {
  const invalid = checkRealm(realm)
  if (invalid) return invalid
  const named = parseDisplayName(name)
  const tenant: Tenant = {
    id: realm,
    name: named.ok ? named.value : realm,
    status: 'active',
    reservation: reservation ?? `${importMark}${ports.secrets.id()}`,
    reservedBy: '',
    otpEnabled: settings.otpDefault,
    otpExemptClients: null,
    maxSessionSeconds: null,
    closesAt: null,
    createdAt: ports.clock.now(),
  }
  return ports.store.transaction(async (tx) => {
    const found = await tx.tenants.find(realm)
    if (found?.status === 'reserved') return refused('organization_taken')
    if (found) return { kind: 'organization_imported', tenant: found, isNew: false }
    if (!dryRun) {
      await tx.tenants.insert(tenant)
      const fact = { kind: 'organization_imported', tenantId: realm } as const
      await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
    }
    return { kind: 'organization_imported', tenant, isNew: true }
  })
}

/** No realm is renamed: its name has to be what an organization's name becomes. */
function checkRealm(realm: string): Invalid | undefined {
  const parsed = realmNameOf(realm)
  if (parsed.ok && parsed.value === realm) return undefined
  const { rule, message } = parsed.ok ? { rule: 'characters', message: lowerCase } : parsed
  return { kind: 'invalid', errors: [{ field: 'realm', rule, message }] }
}

const lowerCase = 'The name of a realm has lower-case letters, digits and hyphens.'
