import { organizationService } from '../api/organization-service.ts'
import type { Organization } from '../api/organization-wire.ts'
import { Frame } from '../components/frame/frame.tsx'
import { AdministratorGate } from '../components/frame/gate.tsx'
import { Loaded, useLoading } from '../components/loaded.tsx'
import { CloseSection } from '../components/organization/close-section.tsx'
import { CodesSection } from '../components/organization/codes-section.tsx'
import { LengthSection } from '../components/organization/length-section.tsx'
import { protectionsOf } from '../components/organization/lowering.ts'
import { NameSection } from '../components/organization/name-section.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Text } from '../components/text.tsx'
import { config } from '../config.ts'
import { organization as m } from '../messages/organization.ts'
import type { Session } from '../session/session.ts'
import { noteOrganization } from '../session/session-length.ts'
import { ask } from '../session/session-store.ts'
import '../styles/settings.css'

/** The rules of the organization. */
export function OrganizationRules() {
  return (
    <AdministratorGate here="organization">{(mine) => <Inside mine={mine} />}</AdministratorGate>
  )
}

function Inside({ mine }: { readonly mine: Session }) {
  const loading = useLoading(() => ask(organizationService.read))
  const onChanged = (fresh: Organization) => {
    loading.set(fresh)
    noteOrganization(fresh)
  }
  const hasAudit = config.places.includes('audit')
  const audit = hasAudit ? <PageLink page="audit">{m.audit}</PageLink> : <span>{m.audit}</span>
  const organization = <>{mine.claims.tenantName}</>
  return (
    <Frame
      mine={mine}
      here="organization"
      width="narrow"
      lead={<Text of={m.lead} values={{ organization, audit }} />}
    >
      <Loaded loading={loading} failed={m.failed} rows={4}>
        {(value) => <Sections organization={value} onChanged={onChanged} />}
      </Loaded>
    </Frame>
  )
}

function Sections({
  organization,
  onChanged,
}: {
  readonly organization: Organization
  readonly onChanged: (organization: Organization) => void
}) {
  const maxDays = config.maxSessionSeconds / (24 * 3600)
  const protections = protectionsOf(organization, { maxDays, exempt: config.otpExemptClients })
  return (
    <>
      <div class="panel settings">
        <NameSection organization={organization} onChanged={onChanged} />
        <CodesSection protections={protections} onChanged={onChanged} />
        <LengthSection protections={protections} maxDays={maxDays} onChanged={onChanged} />
      </div>
      <CloseSection organization={organization.tenant_name} />
    </>
  )
}
