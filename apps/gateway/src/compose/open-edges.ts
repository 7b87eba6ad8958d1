import type { Job } from '@gatehouse/auth-core'
import type { Composition } from '@gatehouse/embed/parts'
import { createEdgePusher, type EdgePusher } from '@gatehouse/haproxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'

/** The edges in front of this gateway, and what is done for them. */
export interface Edges extends Pick<EdgePusher, 'freshUntil'> {
  /** Tells them, often enough that what is stored is known everywhere in two seconds. */
  readonly jobs: readonly Job[]
}

/** The edges of the settings; there may be none. */
export function openEdges(
  { auth, edgeSockets: sockets }: Pick<Settings, 'auth' | 'edgeSockets'>,
  core: Pick<Composition, 'ageSeconds' | 'endings' | 'keyRing' | 'ports'>,
  log: Logger,
): Edges {
  const { ageSeconds, endings, keyRing } = core
  const pusher = createEdgePusher({
    sockets,
    settings: auth,
    log,
    clock: core.ports.clock,
    read: () => ({
      keys: keyRing.current(),
      endings: endings.list(),
      ageSeconds: ageSeconds(),
    }),
  })
  const job: Job = {
    name: 'edges',
    everySeconds: 0.5,
    run: () => pusher.push(),
    whileServing: true,
  }
  return { jobs: sockets.length > 0 ? [job] : [], freshUntil: pusher.freshUntil }
}
