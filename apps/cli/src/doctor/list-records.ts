import type { Account, Tenant } from '@gatehouse/auth-core'
import type { Store } from '@gatehouse/auth-core/ports'

const pageSize = 100

/** Lists every organization except those whose sign-up is under way. */
export async function* listTenants(store: Store): AsyncGenerator<Tenant> {
  yield* listPages((page) => store.transaction((tx) => tx.tenants.list(page)))
}

/** Every account of an organization but those whose sign-up is under way. */
export async function* listAccounts(store: Store, tenantId: string): AsyncGenerator<Account> {
  yield* listPages((page) => store.transaction((tx) => tx.accounts.listOfTenant(tenantId, page)))
}

type ReadPage<Row> = (page: {
  readonly after?: string
  readonly limit: number
}) => Promise<readonly Row[]>

async function* listPages<Row extends Pick<Tenant | Account, 'id' | 'status'>>(
  read: ReadPage<Row>,
): AsyncGenerator<Row> {
  let after: string | undefined
  for (;;) {
    const rows = await read({ limit: pageSize, ...(after !== undefined && { after }) })
    yield* rows.filter(({ status }) => status !== 'reserved')
    after = rows.at(-1)?.id
    if (rows.length < pageSize) return
  }
}
