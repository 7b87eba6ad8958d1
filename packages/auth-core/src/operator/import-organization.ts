import { parseDisplayName } from '../identity/display-name.ts'
import { realmNameOf } from '../identity/organization-name.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'
import { importMark, type Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** A realm of the credential store to import as an organization. */
export interface OrganizationImport {
  /** The name of the realm; becomes the tenant id, unchanged. */
  readonly realm: string
  /** The display name. The realm's name is used where it breaks our rules for names. */
  readonly name: string
  /** The reservation that the realm carries, if a sign-up of ours made it. */
  readonly reservation?: string
  /** Whether to check only, without writing. */
  readonly dryRun: boolean
}

/** The organization is stored. */
export interface OrganizationImported {
  /** The kind of this outcome. */
  readonly kind: 'organization_imported'
  /** The organization's record; with `dryRun` the record that it would have. */
  readonly tenant: Tenant
  /** `false` when the organization was stored already. */
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
