import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { ForwardContext } from '../engine.ts'
import type { ProxyEngineOptions } from '../engine-options.ts'
import { downstreamHeaders } from '../response-headers.ts'
import type { Connection } from './connections.ts'

/** Whose answer it is. */
interface Asked {
  readonly response: ServerResponse
  readonly context: ForwardContext
}

/** What all answers of an engine have in common. */
export interface AnswerRules<Exchange extends Asked> {
  /** How long the client may take nothing of what waits for it, in milliseconds. */
  readonly stallMs: number
  readonly answered: ProxyEngineOptions['answered']
  /** The answer has come as a whole; the connection is free. */
  ended(answer: Answer<Exchange>): void
  /** The attempt failed; the connection is free. */
  failed(answer: Answer<Exchange>, error: unknown): void
}

/** Carries the answer to one attempt back to the client. */
export interface Answer<Exchange extends Asked> extends Dispatcher.DispatchHandler {
  readonly exchange: Exchange
  readonly connection: Connection
  readonly rules: AnswerRules<Exchange>
  controller: Dispatcher.DispatchController | undefined
  /** Whether the request went out over a connection that had carried others. */
  metKept: boolean
  /** Whether any of an answer has come. */
  hasBegun: boolean
  /** As the answer gives it, or -1. */
  length: number
  received: number
}

/** An answer of this many bytes, or of an unknown number, does not keep its headers waiting. */
const longAnswer = 65_536

/** Up to this many bytes, copying costs less than a second buffer in the write. */
const shortEnd = 16_384

/** A handler for undici, whose functions are the same for all: closures would cost every request. */
export function createAnswer<Exchange extends Asked>(
  exchange: Exchange,
  connection: Connection,
  rules: AnswerRules<Exchange>,
): Answer<Exchange> {
  return {
    exchange,
    connection,
    rules,
    controller: undefined,
    metKept: false,
    hasBegun: false,
    length: -1,
    received: 0,
    onRequestStart,
    onResponseStarted,
    onResponseStart,
    onResponseData,
    onResponseEnd,
    onResponseError,
  }
}

/** Takes the request back: the client has gone. */
export function abortAnswer({ controller }: Pick<Answer<Asked>, 'controller'>): void {
  controller?.abort(new Error('The client went away'))
}

function onRequestStart<Exchange extends Asked>(
  this: Answer<Exchange>,
  controller: Dispatcher.DispatchController,
): void {
  // Thrown before anything is written, this leaves the connection as it is.
  if (this.exchange.response.destroyed) throw new Error('The client went away')
  this.controller = controller
  this.metKept = this.connection.kept
}

function onResponseStarted<Exchange extends Asked>(this: Answer<Exchange>): void {
  this.hasBegun = true
}

// biome-ignore lint/complexity/useMaxParams: undici hands over the reason as the fourth
function onResponseStart<Exchange extends Asked>(
  this: Answer<Exchange>,
  { rawHeaders }: Dispatcher.DispatchController,
  status: number,
  _headers: unknown,
  reason = '',
): void {
  if (status < 200) {
    if (status < 100) throw new Error('impossible status')
    return
  }
  const { response, context } = this.exchange
  this.rules.answered?.(response)
  const fields = textOf(rawHeaders)
  this.length = lengthOf(fields)
  const headers = [...context.answerHeaders, ...downstreamHeaders(fields)]
  // A reason with control characters could not be written again; Node has one of its own.
  if (/[^\t -~]/.test(reason)) response.writeHead(status, headers)
  else response.writeHead(status, reason, headers)
  if (this.length < 0 || this.length > longAnswer) process.nextTick(flush, response)
}

function onResponseData<Exchange extends Asked>(
  this: Answer<Exchange>,
  controller: Dispatcher.DispatchController,
  chunk: Buffer,
): void {
  const { response } = this.exchange
  this.received += chunk.length
  if (this.received === this.length) endWith(response, chunk)
  else if (!response.write(chunk)) {
    controller.pause()
    // Node hangs up then: whoever reads nothing holds a connection that others need.
    response.socket?.setTimeout(this.rules.stallMs)
    response.once('drain', () => {
      response.socket?.setTimeout(0)
      controller.resume()
    })
  }
}

function onResponseEnd<Exchange extends Asked>(this: Answer<Exchange>): void {
  const { response } = this.exchange
  this.connection.kept = true
  if (!response.writableEnded) response.end()
  this.rules.ended(this)
}

function onResponseError<Exchange extends Asked>(
  this: Answer<Exchange>,
  _controller: unknown,
  error: unknown,
): void {
  this.rules.failed(this, error)
}

/** As text, a short one leaves together with its header section in a single write. */
function endWith(response: ServerResponse, last: Buffer): void {
  if (last.length > shortEnd) response.end(last)
  else response.end(last.toString('latin1'), 'latin1')
}

function flush(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.flushHeaders()
}

/** Header fields are bytes to undici; a byte is a character here, as it is to Node. */
function textOf(rawHeaders: unknown): readonly string[] {
  return (rawHeaders as readonly Buffer[]).map((bytes) => bytes.toString('latin1'))
}

/** The length that the answer says it has, or -1. */
function lengthOf(fields: readonly string[]): number {
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') {
      return Number(fields[index + 1])
    }
  }
  return -1
}
