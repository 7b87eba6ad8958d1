/** What the primary process and its workers say to each other, and a worker's way to say it. */
import type { Party } from '@gatehouse/proxy'
import type { MetricsSnapshot } from '../metrics/create-metrics.ts'

/** The messages of a worker. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly port: number }
  /** The worker's event loop is running; sent once a second. */
  | { readonly kind: 'alive' }
  | SlotRequest
  | { readonly kind: 'free'; readonly id: number }
  | { readonly kind: 'measured'; readonly metrics: MetricsSnapshot }

/** Asks for a slot for a terminal; `id` identifies it within the worker. */
export interface SlotRequest {
  /** The kind of this message. */
  readonly kind: 'take'
  /** Unique in the worker; the answer and the release name it. */
  readonly id: number
  /** Whose terminal it is. */
  readonly party: Party
}

/** The messages of the primary process. */
export type FromPrimary =
  | { readonly kind: 'stop' }
  | { readonly kind: 'taken'; readonly id: number; readonly isTaken: boolean }
  | { readonly kind: 'measure' }

/** A worker's channel to the primary process. */
export interface IpcChannel {
  /** Sends a message; it is lost when the primary process is gone. */
  send(message: FromWorker): void
  /** Calls `listener` with every message of this kind. */
  on<Kind extends FromPrimary['kind']>(
    kind: Kind,
    listener: (message: Extract<FromPrimary, { readonly kind: Kind }>) => void,
  ): void
}

/** The line of a process that `node:cluster` has started. */
export function openIpcChannel(): IpcChannel {
  return {
    send(message) {
      // When the primary process is gone, this process is notified and ends.
      process.send?.(message, undefined, undefined, () => undefined)
    },
    on(kind, listener) {
      process.on('message', (message: FromPrimary) => {
        if (message.kind === kind) listener(message as Parameters<typeof listener>[0])
      })
    },
  }
}
