/** A request and its answer, whatever server they come from. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Requester } from '@gatehouse/auth-core'
import type { ProblemCode } from './problems/problems.ts'

/** A request to the API. */
export interface ApiRequest {
  /** The HTTP method, in capitals. */
  readonly method: string
  /** The path below the prefix, as it was sent: `/login`. */
  readonly path: string
  /** The query with its question mark, as it was sent; empty without one. */
  readonly query: string
  /** The header fields by their names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[]
  /** Who sent it. */
  readonly from: Requester
  /** Tells whether the client is gone. */
  readonly signal: Pick<AbortSignal, 'aborted'>
  /** Reads the body. @throws {InvalidRequest} When it cannot be read, or is too large. */
  readonly readBody: (maxBytes: number) => Promise<ApiBody>
}

/** A body as it was sent, or as a body parser of the host has read it. */
export type ApiBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'parsed'; readonly value: unknown }

/** What is answered. */
export interface ApiAnswer {
  /** The HTTP status. */
  readonly status: number
  /** Names and values. `Set-Cookie` may be there several times. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The text of the body, empty for none; or its parts, each of which is made when the client takes it. */
  readonly body: string | AsyncIterable<string>
  /** The code, if the answer is a problem. */
  readonly code?: ProblemCode
}

/** Answers a request; `undefined` for an address that is none of the API's. */
export type Answering = (request: ApiRequest) => Promise<ApiAnswer | undefined>

/** The log for the operator. A pino logger fits, and `console`. Fields never hold a token or a query. */
export interface ApiLog {
  /**
   * A provider has refused a login: `provider`, `code`, `reason` and `request_id`; or a trusted proxy does not say who
   * its clients are: `form`.
   */
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  /** A dependency is broken, or something is a bug: `err`, `code` and `request_id`. */
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
