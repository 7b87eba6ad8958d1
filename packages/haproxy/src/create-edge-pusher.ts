import type { RotationSettings } from '@gatehouse/auth-core/operator'
import { type EdgeState, edgeMap, freshSeconds } from './edge-map.ts'
import { pushMap } from './push-map.ts'
import { edgeAddress } from './runtime-socket.ts'

/** The parts of a pusher. */
export interface EdgePusherOptions {
  /** The runtime sockets of the edges, as `edgeAddress` reads them. */
  readonly sockets: readonly string[]
  /** What tokens are checked by here, as of now. */
  readonly read: () => EdgeState
  /** How long keys are accepted. */
  readonly settings: RotationSettings
  /** Told once when an edge is lost, and when it is back. */
  readonly log: {
    /** An edge is told again. */
    info(fields: object, message: string): void
    /** An edge is lost, or cannot use a key. */
    warn(fields: object, message: string): void
  }
}

/** Tells edges what tokens are checked by. */
export interface EdgePusher {
  /** Tells every edge. Does not reject. */
  push(): Promise<void>
  /** Until when each edge goes by what it was told here, in the order of the sockets; `null` before the first time. */
  freshUntil(): readonly (Date | null)[]
}

/** Creates a pusher that has told nothing yet. To be called more often than once a second. */
export function createEdgePusher({ sockets, read, settings, log }: EdgePusherOptions): EdgePusher {
  const edges = sockets.map((socket, index) => ({
    ...{ socket, edge: index + 1, address: edgeAddress(socket) },
    until: null as Date | null,
    isLost: false,
  }))
  let told = ''

  function tellUnusable(kids: readonly string[]): void {
    const names = kids.join(' ')
    if (names === told) return
    told = names
    if (kids.length > 0)
      log.warn({ kids }, 'edges cannot use these keys: gateways check their tokens')
  }

  return {
    async push() {
      const state = read()
      const map = edgeMap(state, settings)
      tellUnusable(map.unusable)
      const until = new Date(state.readAt.getTime() + freshSeconds * 1000)
      await Promise.all(
        edges.map(async (each) => {
          const { address, edge, socket } = each
          const outcome = await pushMap(address, map, until)
          if (outcome.ok) each.until = until
          if (each.isLost === !outcome.ok) return
          each.isLost = !outcome.ok
          if (outcome.ok) log.info({ edge, socket }, 'edge told again')
          else log.warn({ edge, socket, reason: outcome.reason }, 'edge cannot be told')
        }),
      )
    },
    freshUntil: () => edges.map(({ until }) => until),
  }
}
