import type { Answer } from '../../testing/api.ts'

/** What a test reads of a problem: the status, the code, and the fields that are named, in order. */
export interface ReadProblem {
  readonly status: number
  readonly code: string
  readonly fields: readonly string[]
}

/** Reads an answer that must be a problem document (RFC 9457) as every one of ours is. @throws */
export function readProblem({ status, headers, body }: Answer): ReadProblem {
  const type = headers.get('content-type')
  const faults = [
    type !== 'application/problem+json' && `type ${type}`,
    headers.get('cache-control') !== 'no-store' && 'may be cached',
    body.status !== status && `says ${body.status}`,
    typeof body.request_id !== 'string' && 'no request id',
    typeof body.code !== 'string' && 'no code',
    typeof body.detail !== 'string' && 'no detail',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new Error(`not a problem: ${status} ${faults.join(', ')}`)
  const errors: readonly { readonly field: string }[] = body.errors ?? []
  return { status, code: body.code, fields: errors.map(({ field }) => field) }
}
