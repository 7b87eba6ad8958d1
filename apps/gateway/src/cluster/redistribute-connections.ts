import type { Worker } from 'node:cluster'

/** The connections that were handed to a worker, and that it has not accepted yet. */
export interface PendingConnections {
  /**
   * After the worker's end: other workers get them, whole, since it says so before it reads.
   *
   * @param othersServe Whether there are any. Without, the connections are closed.
   */
  takeBack(othersServe: () => boolean): void
}

/** A connection in the primary process. */
interface Connection {
  close(): void
}

/** The message with which `node:cluster` hands a connection to a worker, or the worker's answer. */
interface HandOverMessage {
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

/**
 * Watches connections that `node:cluster` would lose: after a worker's death it still waits for the worker's
 * answers, and the clients wait for ever (nodejs/node#21746). Only the messages between the two give access
 * to these connections.
 */
export function watchConnections(worker: Worker): PendingConnections {
  const { process } = worker
  const pending = new Map<number, Connection>()
  const send = process.send.bind(process) as (...message: readonly unknown[]) => boolean
  Object.assign(process, {
    send(message: HandOverMessage, connection?: Connection, ...rest: readonly unknown[]) {
      const { act, seq } = message
      if (act === 'newconn' && seq !== undefined && connection) pending.set(seq, connection)
      return send(message, connection, ...rest)
    },
  })
  process.on('internalMessage', ({ ack }: HandOverMessage) => {
    if (ack !== undefined) pending.delete(ack)
  })

  return {
    takeBack(othersServe) {
      // The last answers of the worker may still be in the pipe.
      setImmediate(() => {
        if (pending.size === 0) return
        // A dead worker with work under way would still be handed the next connection.
        if (worker.isConnected()) worker.disconnect()
        for (const [ack, connection] of pending) {
          if (othersServe()) {
            process.emit(
              'internalMessage',
              { cmd: 'NODE_CLUSTER', ack, accepted: false },
              undefined,
            )
          } else connection.close()
        }
      })
    },
  }
}
