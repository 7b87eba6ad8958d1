import type { AuditEntry, AuditPerson } from '../../api/organization-wire.ts'
import type { AuditMessages } from '../../messages/audit.en.ts'

/** The sentence of an entry, with placeholders and their values. */
export interface AuditSentence {
  /** The sentence with placeholders, such as `{actor}`. */
  readonly of: string
  /** The text for each placeholder. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * The sentence of an entry. Without another actor, the person concerned has acted.
 *
 * @param roles The name of each role.
 */
export function sentenceOfEntry(
  m: AuditMessages,
  roles: Readonly<Record<string, string>>,
  entry: AuditEntry,
): AuditSentence {
  const { kind, detail } = entry
  const account = nameOf(m, entry.account)
  const actor = nameOf(m, entry.actor) ?? account ?? m.someone
  const role = detail.role ?? ''
  const values = {
    actor,
    account: account ?? m.anyone,
    email: detail.email ?? account ?? m.anyone,
    role: own(roles, role) ?? role,
    kind: own(m.kinds, kind) ?? kind,
  }
  return { of: templateOf(m, entry), values }
}

/** The name of a person in the audit log, even if the account is gone. */
export function nameOf(m: AuditMessages, person: AuditPerson | null): string | undefined {
  return person ? (person.username ?? m.removed) : undefined
}

function templateOf(m: AuditMessages, { kind, outcome, detail }: AuditEntry): string {
  if (outcome === 'refused') return own(m.refusals, kind) ?? m.otherRefused
  // The service records a lowered protection; for a person it means a raised role.
  if (kind === 'member_changed' && detail.lowered) return m.roleGiven
  if (kind === 'organization_changed' && detail.lowered) return m.protectionLowered
  return own(m.sentences, kind) ?? m.other
}

/** The text of a table under a name from the service, if it has one. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** The groups of kinds in the choice. */
export const kindGroups: readonly (readonly [keyof AuditMessages['groups'], readonly string[]])[] =
  [
    [
      'signing',
      [
        'login',
        'logged_out',
        'otp_sent',
        'otp_checked',
        'tenant_chosen',
        'identity_linked',
        'refreshed',
        'session_kept',
      ],
    ],
    [
      'accounts',
      [
        'signed_up',
        'sign_up_undone',
        'email_verified',
        'verification_resent',
        'account_claimed',
        'name_changed',
        'email_change_requested',
        'email_changed',
        'password_changed',
        'password_doubtful',
        'password_reset_requested',
        'password_reset',
        'account_deleted',
        'account_expired',
        'account_created',
        'account_imported',
        'account_repaired',
        'account_unlocked',
      ],
    ],
    [
      'people',
      [
        'invited',
        'invitation_resent',
        'invitation_revoked',
        'invitation_accepted',
        'member_changed',
        'member_disabled',
        'member_enabled',
        'member_removed',
      ],
    ],
    [
      'keys',
      [
        'session_ended',
        'sessions_ended',
        'api_key_created',
        'api_key_rotated',
        'api_key_revoked',
        'keys_rotated',
      ],
    ],
    [
      'organization',
      [
        'organization_changed',
        'organization_closed',
        'organization_reopened',
        'organization_imported',
        'audit_exported',
      ],
    ],
  ]
