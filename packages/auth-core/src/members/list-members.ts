import { withoutKey } from '../account/with-usable-key.ts'
import { authorize, type TenantCommand } from '../authorization/authorize.ts'
import { pageSize } from '../lib/page-size.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership, Role } from '../records/account.ts'
import type { MemberState } from '../records/member.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** A part of a list. */
export interface ListQuery {
  /** `next` of the part before; unless given, the first part. */
  readonly cursor?: string | undefined
  /** At most so many, up to 200; 50 without it. What is no number is a mistake in the caller. */
  readonly limit?: number | undefined
}

/** A query for the members of an organization. */
export interface ListMembersQuery extends TenantCommand, ListQuery {
  /** Part of the username, the address or the name, in whatever case. */
  readonly search?: string | undefined
  /** The state of the members to list. */
  readonly state?: MemberState | undefined
  /** The role in the organization of the members to list. */
  readonly role?: Role | undefined
}

/** Members, in the order of their ids. */
export interface MembersListed {
  /** The kind of this outcome. */
  readonly kind: 'members'
  /** One page of them, without their API keys. */
  readonly members: readonly Membership[]
  /** The cursor of the next part; `null` after the last one. */
  readonly next: string | null
}

/**
 * Lists the members of the caller's organization (`GET /api/auth/organization/members`), or of another one
 * for a `super_admin`. Reserved accounts and accounts under removal are left out.
 *
 * Refusals: those of {@link authorize}.
 */
export function listMembers(
  ports: Ports,
  settings: AuthSettings,
  { search: text, state, role, cursor = '', limit, ...query }: ListMembersQuery,
): Promise<MembersListed | Refused> {
  const size = pageSize(limit)
  return authorize<MembersListed>(ports, settings, {
    ...query,
    action: 'listMembers',
    async work(tx, { target: tenant }) {
      const found = await tx.accounts.search(tenant.id, {
        ...(text !== undefined && { text }),
        ...(state !== undefined && { state }),
        ...(role !== undefined && { role }),
        after: cursor,
        limit: size + 1,
      })
      const page = found.slice(0, size)
      const next = found.length > size ? (page.at(-1)?.id ?? null) : null
      return {
        kind: 'members',
        members: page.map((account) => withoutKey({ account, tenant })),
        next,
      }
    },
  })
}
