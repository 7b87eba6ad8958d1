import { voidCredentials } from '../account/void-credentials.ts'
import { authorize, type TenantCommand } from '../authorization/authorize.ts'
import { isLoginRecent } from '../authorization/recent-login.ts'
import { secondsAfter } from '../lib/time.ts'
import { languageOf } from '../mail/language-of.ts'
import { administratorsOf } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/**
 * Seconds until a closed organization is removed: long enough for an administrator on a week's holiday. Not a
 * setting, because a mail states it.
 */
const closingSeconds = 7 * 24 * 3600

/** How many accounts are signed out in one go. */
const pageSize = 500

/** The request of an administrator to close an organization. */
export interface CloseOrganizationCommand extends TenantCommand {
  /** The display name of the organization, typed to confirm. */
  readonly confirm: string
}

/** The organization is closed, and removed later. */
export interface OrganizationClosed {
  /** The kind of this outcome. */
  readonly kind: 'organization_closed'
  /** The moment of the removal; until then the organization can be reopened. */
  readonly closesAt: Date
}

/**
 * Closes an organization (`DELETE /api/auth/organization`): its people are signed out, none of them can
 * sign in, and after seven days it is removed. All administrators are mailed a link that takes it
 * back. Closing it again changes nothing.
 *
 * Invalid: `confirm` is not its name. Refusals: those of {@link authorize}, and
 * `recent_login_required`.
 */
export function closeOrganization(
  ports: Ports,
  settings: AuthSettings,
  command: CloseOrganizationCommand,
): Promise<OrganizationClosed | Invalid | Refused> {
  const { confirm, from } = command
  return authorize<OrganizationClosed | Invalid | Refused>(ports, settings, {
    ...command,
    action: 'closeOrganization',
    async work(tx, { account, target, session: { authTime } }) {
      if (confirm !== target.name) return { kind: 'invalid', errors: [otherName] }
      if (!isLoginRecent(authTime, from.receivedAt)) return refused('recent_login_required')
      if (target.closesAt) return { kind: 'organization_closed', closesAt: target.closesAt }
      const closesAt = secondsAfter(ports.clock.now(), closingSeconds)
      await tx.tenants.update({ ...target, closesAt })
      await mailLinks(ports, tx, { account, tenant: { ...target, closesAt } })
      await signOutAll(ports, tx, target)
      const subject = { accountId: account.id, tenantId: target.id }
      const detail = { closes_at: closesAt.toISOString() }
      const fact = { kind: 'organization_closed', ...subject, detail } as const
      await tx.auditLog.record(requestEvent(from, fact))
      return { kind: 'organization_closed', closesAt }
    },
  })
}

const otherName = {
  field: 'confirm',
  rule: 'different',
  message: 'This is not the name of the organization.',
} as const

async function mailLinks(
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  { account: { username }, tenant: { id, name: organization, closesAt } }: Membership,
): Promise<void> {
  const now = clock.now()
  if (!closesAt) return
  for (const administrator of await administratorsOf(tx, id)) {
    const { id: accountId, email: to } = administrator
    const language = languageOf(administrator)
    const token = secrets.token()
    await tx.oneTimeTokens.insert({
      digest: secrets.digest('reopen_organization', token),
      purpose: 'reopen_organization',
      accountId,
      createdAt: now,
      expiresAt: closesAt,
      lease: null,
    })
    await tx.outbox.add({
      id: secrets.id(),
      accountId,
      mail: { kind: 'organization_closing', language, to, organization, username, closesAt, token },
      createdAt: now,
      notAfter: closesAt,
      attempts: 0,
      dueAt: now,
    })
  }
}

async function signOutAll(ports: Pick<Ports, 'clock'>, tx: Transaction, { id }: Tenant) {
  for (let after = ''; ; ) {
    const page = await tx.accounts.listOfTenant(id, { after, limit: pageSize })
    for (const member of page) await voidCredentials(ports, tx, member.id)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
