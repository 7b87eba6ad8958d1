import type { AuditEntry, AuditPerson } from '../../api/organization-wire.ts'
import type { AuditMessages } from '../../messages/audit.en.ts'

/** What an entry says: a sentence with places, and what belongs in them. */
export interface AuditSentence {
  /** Words with places, such as `{actor}`. */
  readonly of: string
  /** A text for each place. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * The sentence of an entry. An entry that names no one else as its actor was caused by the person
 * whom it is about.
 *
 * @param roles What each role is called.
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

/** What a person of the audit is called, also when the account is gone. */
export function nameOf(m: AuditMessages, person: AuditPerson | null): string | undefined {
  return person ? (person.username ?? m.removed) : undefined
}

function templateOf(m: AuditMessages, { kind, outcome, detail }: AuditEntry): string {
  if (outcome === 'refused') return own(m.refusals, kind) ?? m.otherRefused
  // What the service notes of a lowered protection; of a person it is a role that was raised.
  if (kind === 'member_changed' && detail.lowered) return m.roleGiven
  if (kind === 'organization_changed' && detail.lowered) return m.protectionLowered
  return own(m.sentences, kind) ?? m.other
}

/** What a table has under a name that the service made up. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Where an entry stands in the choice of kinds. */
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
