import type { IncomingMessage, ServerResponse } from 'node:http'
import { framingFault } from '../framing-fault.ts'
import { createPaceWatch, defaultMinBytesPerSecond } from '../pace.ts'
import { rejectRequest } from '../reject-request.ts'
import type { Rejection } from '../rejection.ts'
import { capsOf, type ForwardContext, type ProxyEngineOptions } from './engine.ts'
import { doubtfulFraming, tooSlow } from './engine-rejections.ts'
import { createFairQueue, type Turn } from './fair-queue.ts'
import { faultOf } from './fault-of.ts'
import { holdBack } from './hold-back.ts'
import { whenSendable } from './when-sendable.ts'

/** A request to forward. */
export interface ForwardTask {
  /** The client's. */
  readonly request: IncomingMessage
  /** The answer to it. */
  readonly response: ServerResponse
  /** What it becomes upstream. */
  readonly context: ForwardContext
}

/** What carries requests whose turn it is. */
export interface Carrier<Task extends ForwardTask> {
  /** Sends the request, and ends the turn when its connection is free again. */
  send(task: Task, turn: Turn): void
  /** Takes it back. Does nothing for one that is over. */
  abort(task: Task): void
}

/** What stands before both engines: who may send now, and who is told to wait or to go. */
export interface Intake<Task extends ForwardTask> {
  /** Has a request sent at its turn, or rejects it. */
  receive(task: Task): void
  /** Tells the client what came in the way: 502 or 504, or a cut answer. */
  fail(error: unknown, task: Task): void
  /** Lets go of a client that sends or reads too slowly: 408, or a cut answer. */
  hangUp(task: Task): void
  /** Fails what waits, and whatever comes. */
  close(): void
}

/** Checks bodies, bounds what is at the backend, and watches the pace of clients. */
export function createIntake<Task extends ForwardTask>(
  options: ProxyEngineOptions,
  carrier: Carrier<Task>,
): Intake<Task> {
  const { log, maxConnections, renderer, timeoutSeconds: graceSeconds } = options
  const queue = createFairQueue({ ...capsOf(options), inAll: maxConnections })
  const { minBytesPerSecond = defaultMinBytesPerSecond } = options
  const pace = createPaceWatch<Task>({ graceSeconds, minBytesPerSecond, tooSlow: hangUp })
  let isClosed = false

  function reject({ response, context }: ForwardTask, rejection: Rejection): void {
    const { answerHeaders, requestId } = context
    rejectRequest(response, rejection, { renderer, answerHeaders, requestId })
  }

  function fail(error: unknown, task: Task): void {
    const { response, context } = task
    if (response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { code, reason } = faultOf(error)
    log.warn({ request_id: context.requestId, reason }, code)
    reject(task, { code })
  }

  function begin(task: Task, turn: Turn): void {
    if (!isClosed) carrier.send(task, turn)
    else {
      turn.end()
      fail(undefined, task)
    }
  }

  function hangUp(task: Task): void {
    const { response } = task
    if (response.headersSent) response.destroy()
    else reject(task, tooSlow)
    carrier.abort(task)
  }

  return {
    receive(task) {
      const { request, response, context } = task
      if (framingFault(request.rawHeaders) !== undefined) return reject(task, doubtfulFraming)
      let turn: Turn | undefined
      let hasBegun = false
      const endWatch = pace.watch(task)
      response.on('close', () => {
        endWatch()
        if (!hasBegun) turn?.end()
        else if (!response.writableFinished) carrier.abort(task)
      })
      whenSendable(request, () => {
        // The client may have gone, or was told to.
        if (response.destroyed || response.writableEnded) return
        const taken = queue.take(context.party, (begun) => {
          hasBegun = true
          begin(task, begun)
        })
        if (taken.ok) turn = taken.turn
        else holdBack(response, () => reject(task, taken.rejection))
      })
    },
    fail,
    hangUp,
    close() {
      isClosed = true
      queue.beginAll()
    },
  }
}
