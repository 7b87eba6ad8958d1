import type { AuditExport, Auth } from '@gatehouse/auth-core'
import type { ApiAnswer, ApiLog, ApiRequest } from '../exchange.ts'
import { problemAnswer } from '../problems/problem.ts'
import { problemOfFields, problemOfRefusal, reportError } from '../problems/problem-of.ts'
import { acceptedType } from '../requests/accepted-type.ts'
import { parseParameters, parseQuery } from '../requests/parse.ts'
import { takeToken } from '../routes/operation-answer.ts'
import { auditQueryOf, presentAuditItem } from './audit.ts'
import { exportAuditQuery } from './requests.ts'

/** What the export of the audit log needs. */
export interface AuditExportOptions {
  /** The use case. */
  readonly auth: Pick<Auth, 'exportAudit'>
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
  /** Logs failures that break an export off. */
  readonly log: Pick<ApiLog, 'error'>
}

const jsonLines = 'application/jsonl'

/** Whether a request asks for JSON Lines; others get pages. */
export function asksForLines({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return acceptedType(headers.accept, ['application/json', jsonLines]) === jsonLines
}

/** The whole audit log, a line for each entry. */
export async function exportAnswer(
  { auth, problemBase, log }: AuditExportOptions,
  request: ApiRequest,
  parameters: Readonly<Record<string, string>>,
): Promise<ApiAnswer> {
  const { from } = request
  const { requestId } = from
  const token = takeToken(request, true)
  const { tenant_id: tenantId } = parseParameters(parameters)
  const query = auditQueryOf(parseQuery(exportAuditQuery, request.query))
  const outcome = await auth.exportAudit({ ...query, token, tenantId, from })
  const context = { problemBase, requestId }
  if (outcome.kind === 'refused') return problemAnswer(problemOfRefusal(outcome), context)
  if (outcome.kind === 'invalid') return problemAnswer(problemOfFields(outcome.errors), context)
  const body = linesOf(outcome, (error) => reportError(error, { log, requestId }))
  return { status: 200, headers: [['Content-Type', jsonLines]], body }
}

/** A page at a time: the next one is read when the client has taken this one. */
async function* linesOf(
  { pages }: AuditExport,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const page of pages) {
      yield page.map((item) => `${JSON.stringify(presentAuditItem(item))}\n`).join('')
    }
  } catch (error) {
    report(error)
    // The client can detect the break: the last chunk is missing.
    throw error
  }
}
