import { actingOn } from '../authorization/acting-on.ts'
import { type Authorized, authorize, authorizeIn } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import {
  type AuditItem,
  type AuditQuery,
  brokenQueryRules,
  readableFilter,
  readItems,
} from './audit-query.ts'

/** All entries of the audit log that a query asks for. */
export type ExportAuditQuery = AuditQuery

/** An export that has begun. */
export interface AuditExport {
  /** The kind of this outcome. */
  readonly kind: 'audit_export'
  /**
   * The entries, newest first. Can be iterated once. Each page is read when it is asked for.
   *
   * @throws {ExportEnded} When the caller is no longer allowed to export.
   * @throws {PortError} When the store fails. The entries that were returned before are correct.
   */
  readonly pages: AsyncIterable<readonly AuditItem[]>
}

/** The caller lost the right to an export while it was running. */
export class ExportEnded extends Error {
  /** Always `ExportEnded`. */
  override readonly name = 'ExportEnded'
}

const pageSize = 200

/**
 * Exports everything that {@link readAudit} returns page by page. The export itself is recorded in the audit
 * log. Entries recorded during the export are not part of it. The caller's right is checked again for each
 * page.
 *
 * Invalid: a value that is not a moment. Refusals: those of {@link authorize}.
 */
export function exportAudit(
  ports: Ports,
  settings: AuthSettings,
  query: ExportAuditQuery,
): Promise<AuditExport | Invalid | Refused> {
  return authorize<AuditExport | Invalid>(ports, settings, {
    ...query,
    action: 'exportAudit',
    async work(tx, by) {
      const errors = brokenQueryRules(query)
      if (errors.length > 0) return { kind: 'invalid', errors }
      const filter = readableFilter('exportAudit', query, by)
      const { tenantId } = filter
      const subject =
        tenantId === undefined ? { accountId: by.account.id } : actingOn(by.account, tenantId)
      const fact = { kind: 'audit_exported', ...subject, detail: detailOf(query) } as const
      await tx.auditLog.record(requestEvent(query.from, fact))
      const first = await readItems(tx, { ...filter, limit: pageSize })
      return {
        kind: 'audit_export',
        pages: pagesFrom(first, pageReader({ ports, settings, query }, by)),
      }
    },
  })
}

async function* pagesFrom(
  first: readonly AuditItem[],
  pageAfter: (last: AuditItem) => Promise<readonly AuditItem[]>,
): AsyncGenerator<readonly AuditItem[]> {
  for (let page = first; ; ) {
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < pageSize) return
    page = await pageAfter(last)
  }
}

interface Exporting {
  readonly ports: Pick<Ports, 'store'>
  readonly settings: AuthSettings
  readonly query: ExportAuditQuery
}

function pageReader({ ports, settings, query }: Exporting, { account, session }: Authorized) {
  const claims = { userId: account.id, sessionId: session.id }
  return ({ entry: after }: AuditItem) =>
    ports.store.transaction(async (tx) => {
      const on = { action: 'exportAudit', tenantId: query.tenantId } as const
      const by = await authorizeIn({ tx, settings }, claims, on)
      if ('kind' in by) throw new ExportEnded(`refused: ${by.refusal}`)
      const filter = readableFilter('exportAudit', query, by)
      return readItems(tx, { ...filter, after, limit: pageSize })
    })
}

/** The conditions of the query, for the audit entry of the export. */
function detailOf(query: ExportAuditQuery): Readonly<Record<string, string>> {
  const { kind, accountId: account, actorId: actor, period } = query
  const moments = { from: period?.from?.toISOString(), to: period?.to?.toISOString() }
  const asked = { kind, account, actor, ...moments }
  const said = Object.entries(asked).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  return Object.fromEntries(said.map(([name, text]) => [name, text.slice(0, longestDetail)]))
}

const longestDetail = 100
