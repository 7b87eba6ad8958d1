import type { Worker } from 'node:cluster'

/** The connections that a worker has been handed, and has not said yet that it takes. */
export interface PendingConnections {
  /**
   * After the worker's end: other workers get them, whole, since it says so before it reads.
   *
   * @param othersServe Whether there are any. Without, the connections are closed.
   */
  takeBack(othersServe: () => boolean): void
}

/** A connection as the primary process has it. */
interface Connection {
  close(): void
}

/** What `node:cluster` says to a worker with a connection, and what the worker answers. */
interface HandOverMessage {
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

/**
 * Watches what `node:cluster` does not: when a worker dies it goes on waiting for its answers, and
 * their clients wait without an end (nodejs/node#21746). There is no other way to those connections
 * than by the messages between the two.
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
      // Its last answers may be still in the pipe.
      setImmediate(() => {
        if (pending.size === 0) return
        // With something under way, its end alone would not keep it from being handed the next one.
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
