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
  /** `next` of the part before; the first part without it. */
  readonly cursor?: string | undefined
  /** At most so many, up to 200; 50 without it. What is no number is a mistake in the caller. */
  readonly limit?: number | undefined
}

/** Which members an administrator wants to see. */
export interface ListMembersQuery extends TenantCommand, ListQuery {
  /** Part of the username, the address or the name, in whatever case. */
  readonly search?: string | undefined
  /** Where they are in their lives. */
  readonly state?: MemberState | undefined
  /** Their role in the organization. */
  readonly role?: Role | undefined
}

/** Members, in the order of their ids. */
export interface MembersListed {
  /** Says which outcome this is. */
  readonly kind: 'members'
  /** One page of them, without their API keys. */
  readonly members: readonly Membership[]
  /** Where the next part begins; `null` after the last one. */
  readonly next: string | null
}

/**
 * The members of the caller's organization (`GET /api/auth/organization/members`), or of another one
 * for a `super_admin`. Accounts that are on their way in or out are none.
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
