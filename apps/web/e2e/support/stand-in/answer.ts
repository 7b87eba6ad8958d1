import { problems } from '@gatehouse/gateway'

/** What a refusal can say. */
export type ProblemCode = keyof typeof problems

/** What the stand-in answers. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What the page asked. */
export interface Question {
  /** Such as `GET /organization/members`, without what stands in place of `{id}`. */
  readonly route: string
  readonly id: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly token: string | undefined
  readonly accepts: string
}

/** An answer that worked. */
export function good(body: unknown = { message: 'Done.' }, status = 200): Answer {
  return { status, body }
}

/** A refusal, as the service writes it. */
export function problem(code: ProblemCode, more: Readonly<Record<string, unknown>> = {}): Answer {
  const { status, title, detail } = problems[code]
  return { status, body: { type: 'about:blank', title, status, code, detail, ...more } }
}

/** A page of a list. The cursor is the number of what was shown. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): Answer {
  const from = Number(query.get('cursor') ?? 0)
  const to = from + Number(query.get('limit') ?? 50)
  const next = to < items.length ? String(to) : null
  return good({ items: items.slice(from, to), next_cursor: next })
}
