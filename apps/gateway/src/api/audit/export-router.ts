import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditExport, Auth } from '@gatehouse/auth-core'
import { type Edition, isPartOf } from '@gatehouse/settings'
import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { FactsOf } from '../../edge/request-facts.ts'
import { routeOf, takeToken } from '../auth-router.ts'
import {
  type ProblemLocals,
  problemOfFields,
  problemOfRefusal,
  reportError,
  sendProblem,
} from '../errors.ts'
import { pathsOf } from '../operation.ts'
import { operations } from '../operations.ts'
import { parseParameters, parseQuery } from '../parse.ts'
import { exportAuditQuery } from '../requests.ts'
import { auditQueryOf, presentAuditItem } from './audit.ts'

/** What the export of the audit log needs. */
export interface AuditExportOptions {
  /** The use case. */
  readonly auth: Pick<Auth, 'exportAudit'>
  /** An edition without the audit route has no export either. */
  readonly edition: Edition
  /** Finds the client that sent a request, and when the request arrived. */
  readonly factsOf: FactsOf
  /** Logs failures that break an export off. */
  readonly log: Logger
}

const jsonLines = 'application/jsonl'

/** Answers requests that accept JSON Lines; others pass on to the route with pages. */
export function createAuditExportRouter(options: AuditExportOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { readAudit } = operations
  if (!isPartOf(options.edition, readAudit)) return router
  for (const path of pathsOf(readAudit)) {
    // Not `get`, which would also answer HEAD and OPTIONS.
    router.all(routeOf(path), async (request, response, next) => {
      response.vary('Accept')
      const isWanted = request.accepts('application/json', jsonLines) === jsonLines
      if (isWanted && request.method === 'GET') await answerInLines(options, request, response)
      else next()
    })
  }
  return router
}

async function answerInLines(
  { auth, factsOf, log }: AuditExportOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const token = takeToken(request, true)
  const { tenant_id: tenantId } = parseParameters(request.params)
  const query = auditQueryOf(parseQuery(exportAuditQuery, request.url))
  const outcome = await auth.exportAudit({ ...query, token, tenantId, from: factsOf(request).from })
  if (outcome.kind === 'refused') return sendProblem(response, problemOfRefusal(outcome))
  if (outcome.kind === 'invalid') return sendProblem(response, problemOfFields(outcome.errors))
  response.set('Content-Type', jsonLines)
  try {
    await pipeline(Readable.from(linesOf(outcome)), response)
  } catch (error) {
    // The client can detect the break: the last chunk is missing.
    if (!isClosedByClient(error)) {
      reportError(error, log, (response.locals as ProblemLocals).requestId)
    }
  }
}

/** A page at a time: the next one is read when the client has taken this one. */
async function* linesOf({ pages }: AuditExport): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((item) => `${JSON.stringify(presentAuditItem(item))}\n`).join('')
  }
}

function isClosedByClient(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
