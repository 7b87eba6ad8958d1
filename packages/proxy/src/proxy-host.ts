import type { ServerResponse } from 'node:http'
import type { Rejection } from './rejection.ts'

/** What the service around the proxy hands in: how it words a rejection, and where it logs. */
export interface ProxyHost {
  /** Words what is rejected. */
  readonly renderer: RejectionRenderer
  /** Where the operator looks. */
  readonly log: ProxyLog
}

/** Gives a rejection the form that the service's own errors have. */
export interface RejectionRenderer {
  /** Answers a request. Does nothing once an answer has begun: it cannot be taken back. */
  respond(response: ServerResponse, rejection: Rejection, requestId: string): void
  /** The same answer, for a connection of which no more is left than its socket. */
  answer(rejection: Rejection, requestId: string): RawAnswer
}

/** A whole HTTP answer, but for `Connection`. */
export interface RawAnswer {
  /** A final one, from 200 on. */
  readonly status: number
  /** Names and values in turn, `Content-Length` among them. */
  readonly headers: readonly string[]
  /** All of it; may be empty. */
  readonly body: Uint8Array
}

/** What the operator is told. A pino logger is one. Fields never hold a token or a query. */
export interface ProxyLog {
  /** What is in order: a terminal opens, closes or is refused. */
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  /** What the backend, or a lookup, failed at. */
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}
