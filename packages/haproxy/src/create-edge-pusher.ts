import type { RotationSettings } from '@gatehouse/auth-core/operator'
import { type EdgeMap, type EdgeState, edgeMap, freshSeconds } from './edge-map.ts'
import { type PushOptions, pushMap } from './push-map.ts'
import { edgeAddress } from './runtime-socket.ts'

/** What tokens are checked by in a gateway. */
export interface GatewayState extends Omit<EdgeState, 'at'> {
  /** Seconds since both began to be read. */
  readonly ageSeconds: number
}

/** The parts of a pusher. */
export interface EdgePusherOptions {
  /** The runtime sockets of the edges, as `edgeAddress` reads them. */
  readonly sockets: readonly string[]
  /** What tokens are checked by here, as of now. */
  readonly read: () => GatewayState
  /** How long keys are accepted. */
  readonly settings: RotationSettings
  /** The clock of this gateway. An edge with another time is not told. */
  readonly clock: { now(): Date }
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
export function createEdgePusher(options: EdgePusherOptions): EdgePusher {
  const { sockets, read, settings, clock, log } = options
  const edges = sockets.map((socket, index) => ({
    ...{ socket, edge: index + 1, address: edgeAddress(socket) },
    until: null as Date | null,
    isLost: false,
  }))
  let told = ''

  function tellUnusable({ unusable }: EdgeMap): void {
    const names = unusable.join(' ')
    if (names === told) return
    told = names
    if (unusable.length > 0)
      log.warn({ kids: unusable }, 'edges cannot use these keys: gateways check their tokens')
  }

  return {
    async push() {
      const next = nextMaps(read(), settings)
      tellUnusable(next.mapAt(clock.now()))
      await Promise.all(
        edges.map(async (each) => {
          const { address, edge, socket } = each
          const outcome = await pushMap(address, { ...next, clock })
          if (outcome.ok) each.until = outcome.until
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

/** What edges are told of one state, whatever their clocks say. */
function nextMaps(
  { keys, endings, ageSeconds }: GatewayState,
  settings: RotationSettings,
): Omit<PushOptions, 'clock'> {
  const readAt = performance.now() - ageSeconds * 1000
  const maps = new Map<number, EdgeMap>()
  return {
    // Clocks of edges agree to a second as a rule, and a long map takes milliseconds to make.
    mapAt(now) {
      const second = Math.floor(now.getTime() / 1000)
      const known = maps.get(second)
      const map = known ?? edgeMap({ keys, endings, at: new Date(second * 1000) }, settings)
      maps.set(second, map)
      return map
    },
    freshMsLeft: () => freshSeconds * 1000 - (performance.now() - readAt),
  }
}
