import type { FromPrimary, FromWorker } from './ipc.ts'

/** A worker's line to the primary process. */
export interface IpcChannel {
  send(message: FromWorker): void
  /** Is told of every message of this kind. */
  on<Kind extends FromPrimary['kind']>(
    kind: Kind,
    listener: (message: Extract<FromPrimary, { readonly kind: Kind }>) => void,
  ): void
}

/** Opens the line of a process that `node:cluster` has started. */
export function openIpcChannel(): IpcChannel {
  return {
    send(message) {
      // When the primary process is gone, this one is told so and ends.
      process.send?.(message, undefined, undefined, () => undefined)
    },
    on(kind, listener) {
      process.on('message', (message: FromPrimary) => {
        if (message.kind === kind) listener(message as Parameters<typeof listener>[0])
      })
    },
  }
}
