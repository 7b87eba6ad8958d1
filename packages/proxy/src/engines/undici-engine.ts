import { parseBackendUrl } from '../backend-url.ts'
import type { ProxyEngine, ProxyEngineOptions } from './engine.ts'
import type { Turn } from './fair-queue.ts'
import { faultOf } from './fault-of.ts'
import { createIntake, type ForwardTask } from './intake.ts'
import { hasBody, mayRepeat } from './repeat.ts'
import { type AnswerAttempt, createAnswerHandler } from './undici/answer-handler.ts'
import { createUpstreamConnections, type UpstreamConnection } from './undici/connections.ts'
import { uploadOf } from './undici/upload.ts'

/** A request to forward, over one connection or two. */
interface UndiciTask extends ForwardTask {
  readonly hasBody: boolean
  /** The latest attempt; not set while the task waits. */
  attempt?: AnswerAttempt
  isRepeat: boolean
}

/** What an attempt takes, and gives back. */
interface AttemptResources {
  readonly connection: UpstreamConnection
  readonly turn: Turn
}

/**
 * A {@link ProxyEngine} on undici's `Client`, one for each connection. This engine itself decides which
 * requests wait and which are sent again, so undici's pools are not used.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createUndiciEngine(options: ProxyEngineOptions): ProxyEngine {
  const connections = createUpstreamConnections(options)
  const intake = createIntake<UndiciTask>(options, {
    send: (task, turn) => send(task, { connection: connections.take(), turn }),
    abort: ({ attempt }) => attempt?.abort(),
  })
  const backendOrigin = parseBackendUrl(options.backendUrl).origin

  function send(task: UndiciTask, resources: AttemptResources): void {
    const { request, response, context } = task
    const { connection } = resources
    const attempt = createAnswerHandler(task, {
      connection,
      backendOrigin,
      answered: options.answered,
      onEnd: () => release(resources),
      onError: (error) => {
        if (mayBeSentAgain(error, task)) {
          task.isRepeat = true
          // Over the same one, since its next connection is certainly new.
          send(task, resources)
        } else {
          release(resources)
          intake.fail(error, task)
        }
      },
    })
    task.attempt = attempt
    const body = task.hasBody ? uploadOf(request) : null
    const { method = 'GET' } = request
    const headers = context.headers as string[]
    // Undici reports a request that it cannot send to the handler.
    connection.client.dispatch({ method, path: context.target, headers, body }, attempt.handler)
    if (response.destroyed) attempt.abort()
  }

  function release({ connection, turn }: AttemptResources): void {
    connections.release(connection)
    turn.end()
  }

  return {
    forward(request, response, context) {
      intake.receive({ request, response, context, hasBody: hasBody(request), isRepeat: false })
    },
    async close() {
      intake.close()
      await connections.close()
    },
  }
}

function mayBeSentAgain(error: unknown, { request, attempt, isRepeat }: UndiciTask): boolean {
  if (attempt === undefined || attempt.hasBegun()) return false
  return mayRepeat(faultOf(error), { request, metKept: attempt.metKept(), isRepeat })
}
