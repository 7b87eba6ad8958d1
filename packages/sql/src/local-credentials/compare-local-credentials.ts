import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/** The kinds of differences. */
type LocalDifferenceCode =
  /** A tenant has no realm. */
  | 'realm_missing'
  /** A realm has no tenant. */
  | 'realm_orphan'
  /** An account has no user. */
  | 'user_missing'
  /** A user has no account. */
  | 'user_unknown'
  /** The user of an active account is disabled. */
  | 'user_disabled'
  /** The user of a disabled account is enabled. */
  | 'user_enabled'

/** One difference between the local credential store and the accounts. */
export interface LocalDifference {
  /** The kind of difference, from a closed list. */
  readonly code: LocalDifferenceCode
  /** The tenant, which is also the id of the realm. */
  readonly tenantId: string
  /** The reservation of the realm. */
  readonly reservation: string
  /** The username; empty for a difference of a realm. */
  readonly username: string
  /** The credential id; empty for a difference of a realm. */
  readonly credentialId: string
}

/**
 * Compares realms and users of the local credential store with tenants and accounts. Sign-ups that
 * are under way are left out.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function compareLocalCredentials({
  db,
}: Database): Promise<readonly LocalDifference[]> {
  const { rows } = await differences(db)
  return rows
}

const tenants = sql.table('tenants')
const accounts = sql.table('accounts')
const realms = sql.table('local_realms')
const users = sql.table('local_users')

function differences(db: Kysely<Schema>) {
  return sql<LocalDifference>`
    select 'realm_missing' as code, t.id as "tenantId", t.reservation as reservation,
      '' as username, '' as "credentialId"
    from ${tenants} as t left join ${realms} as r on r.id = t.id and r.reservation = t.reservation
    where r.id is null and t.standing <> 'reserved'
    union all
    select 'realm_orphan', r.id, r.reservation, '', ''
    from ${realms} as r left join ${tenants} as t on t.id = r.id and t.reservation = r.reservation
    where t.id is null
    union all
    select 'user_missing', a.tenant_id, r.reservation, a.username, a.credential_id
    from ${accounts} as a
    join ${realms} as r on r.id = a.tenant_id
    left join ${users} as u on u.id = a.credential_id and u.realm_id = a.tenant_id
    where u.id is null and a.standing <> 'reserved'
    union all
    select 'user_unknown', u.realm_id, r.reservation, u.username, u.id
    from ${users} as u
    join ${realms} as r on r.id = u.realm_id
    join ${tenants} as t on t.id = u.realm_id and t.standing <> 'reserved'
    left join ${accounts} as a on a.credential_id = u.id and a.tenant_id = u.realm_id
    where a.id is null
    union all
    select case a.standing when 'active' then 'user_disabled' else 'user_enabled' end,
      a.tenant_id, r.reservation, a.username, a.credential_id
    from ${accounts} as a
    join ${realms} as r on r.id = a.tenant_id
    join ${users} as u on u.id = a.credential_id and u.realm_id = a.tenant_id
    where a.standing <> 'reserved' and u.enabled <> case a.standing when 'active' then 1 else 0 end
    order by 2, 1, 4`.execute(db)
}
