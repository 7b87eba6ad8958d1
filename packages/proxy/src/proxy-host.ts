import type { ServerResponse } from 'node:http'
import type { Rejection } from './rejection.ts'

/** What the surrounding service provides: the form of rejections, and the log. */
export interface ProxyHost {
  /** Renders rejections. */
  readonly renderer: RejectionRenderer
  /** The operator's log. */
  readonly log: ProxyLog
}

/** Renders a rejection in the form of the service's own errors. */
export interface RejectionRenderer {
  /** Answers a request. Does nothing once an answer has begun, because that cannot be changed. */
  respond(response: ServerResponse, rejection: Rejection, requestId: string): void
  /** The same answer as bytes, for a connection of which only the socket is left. */
  answer(rejection: Rejection, requestId: string): RawAnswer
}

/** A whole HTTP answer without `Connection`. */
export interface RawAnswer {
  /** A final status, 200 or above. */
  readonly status: number
  /** Names and values in turn, including `Content-Length`. */
  readonly headers: readonly string[]
  /** The whole body; may be empty. */
  readonly body: Uint8Array
}

/** The log for the operator. A pino logger fits. Fields never hold a token or a query. */
export interface ProxyLog {
  /** Logs normal events: a terminal is opened, closed or refused. */
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  /** Logs failures of the backend or of a look-up. */
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}
