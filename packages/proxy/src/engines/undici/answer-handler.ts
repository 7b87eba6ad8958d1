import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { downstreamHeaders } from '../../downstream-headers.ts'
import type { ForwardContext, ProxyEngineOptions } from '../engine.ts'
import type { UpstreamConnection } from './connections.ts'

/** One attempt to get an answer to a request. */
export interface AnswerAttempt {
  /** The handler that undici gets with the request. */
  readonly handler: Dispatcher.DispatchHandler
  /** Whether the request was sent over a connection that had carried earlier requests. */
  metKept(): boolean
  /** Whether a part of the answer has arrived. */
  hasBegun(): boolean
  /** Aborts the request, because the client has gone. */
  abort(): void
}

interface AnswerTarget {
  readonly response: ServerResponse
  readonly context: ForwardContext
}

interface AttemptOptions {
  readonly connection: UpstreamConnection
  /** The origin of the backend. */
  readonly backendOrigin: string
  readonly answered: ProxyEngineOptions['answered']
  /** Called when the whole answer has arrived; the connection is free. */
  onEnd(): void
  /** The attempt failed; the connection is free. */
  onError(error: unknown): void
}

/**
 * The length in bytes from which an answer's headers are sent at once, before its body; also for an unknown
 * length.
 */
const longAnswer = 65_536

/** Up to this many bytes, copying is cheaper than a second buffer in the write. */
const shortEnd = 16_384

/** Carries the answer to one attempt back to the client, no faster than the client reads. */
export function createAnswerHandler(
  { response, context }: AnswerTarget,
  { connection, backendOrigin, answered, onEnd, onError }: AttemptOptions,
): AnswerAttempt {
  let controller: Dispatcher.DispatchController | undefined
  let kept = false
  let begun = false
  let length = -1
  let received = 0

  function resume(): void {
    controller?.resume()
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Thrown before anything is written, this leaves the connection as it is.
      if (response.destroyed || response.writableEnded) throw new Error('The client went away')
      controller = started
      connection.awaitAnswer()
      kept = connection.kept
    },
    onResponseStarted() {
      begun = true
    },
    // biome-ignore lint/complexity/useMaxParams: undici hands over the reason as the fourth
    onResponseStart(started, status, _headers, reason = '') {
      if (status < 200) {
        if (status < 100) throw new Error('impossible status')
        return
      }
      answered?.(response)
      const fields = textOf(started.rawHeaders)
      length = lengthOf(fields)
      const headers = [...context.answerHeaders, ...downstreamHeaders(fields, backendOrigin)]
      // A reason with control characters could not be written again; Node has one of its own.
      if (/[^\t -~]/.test(reason)) response.writeHead(status, headers)
      else response.writeHead(status, reason, headers)
      if (length < 0 || length > longAnswer) process.nextTick(flush, response)
    },
    onResponseData(_started, chunk) {
      received += chunk.length
      if (received === length) endWith(response, chunk)
      else if (!response.write(chunk)) {
        controller?.pause()
        response.once('drain', resume)
      }
    },
    onResponseEnd() {
      connection.kept = true
      if (!response.writableEnded) response.end()
      onEnd()
    },
    onResponseError(_started, error) {
      onError(error)
    },
  }
  return {
    handler,
    metKept: () => kept,
    hasBegun: () => begun,
    abort: () => controller?.abort(new Error('The client went away')),
  }
}

/** Ends the answer. A short text is sent in one write together with the header section. */
function endWith(response: ServerResponse, last: Buffer): void {
  if (last.length > shortEnd) response.end(last)
  else response.end(last.toString('latin1'), 'latin1')
}

function flush(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.flushHeaders()
}

/** Header fields as text. Undici gives bytes; each byte becomes one character, as in Node. */
function textOf(rawHeaders: unknown): readonly string[] {
  return (rawHeaders as readonly Buffer[]).map((bytes) => bytes.toString('latin1'))
}

/** The length that the answer announces, or -1. */
function lengthOf(fields: readonly string[]): number {
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') {
      return Number(fields[index + 1])
    }
  }
  return -1
}
