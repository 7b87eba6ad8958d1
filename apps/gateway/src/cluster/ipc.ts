/** What the primary process and its workers say to each other, and a worker's way to say it. */
import type { Party } from '@gatehouse/proxy'
import type { MetricsSnapshot } from '../metrics/create-metrics.ts'

/** What a worker says. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly port: number }
  /** Its event loop turns: said once a second. */
  | { readonly kind: 'alive' }
  | SlotRequest
  | { readonly kind: 'free'; readonly id: number }
  | { readonly kind: 'measured'; readonly metrics: MetricsSnapshot }

/** Asks for a slot for a terminal; `id` is the worker's own for it. */
export interface SlotRequest {
  /** Says which message this is. */
  readonly kind: 'take'
  /** Unique in the worker; the answer and the release name it. */
  readonly id: number
  /** Whose terminal it is. */
  readonly party: Party
}

/** What the primary process says. */
export type FromPrimary =
  | { readonly kind: 'stop' }
  | { readonly kind: 'taken'; readonly id: number; readonly isTaken: boolean }
  | { readonly kind: 'measure' }

/** A worker's line to the primary process. */
export interface IpcChannel {
  /** Says something; it is lost when the primary process is gone. */
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
