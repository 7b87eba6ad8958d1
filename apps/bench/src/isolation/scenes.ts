import type { ClientsPlan } from './clients-plan.ts'
import type { IsolationBounds } from './report.ts'

/** What 16 clients do, and what it may cost somebody else. */
export interface Scene {
  /** In the words of the table. */
  readonly what: string
  readonly clients: ClientsPlan['kind']
  /** Who else is there: proxied requests, or terminals on which people type. */
  readonly others: 'requests' | 'terminals'
  /** Milliseconds by which the disk of the gateway is slower. */
  readonly diskMs: number
  readonly bounds: IsolationBounds
}

/** How many clients log in or refresh. With a floor of half a second, 16 log in 32 times a second. */
export const concurrency = 16

/** All scenes, by their names on the command line. */
export const scenes = {
  logins: {
    what: '16 clients log in, 32 times a second at most',
    clients: 'logins',
    others: 'requests',
    diskMs: 0,
    bounds: { ratio: 4, p99: 20 },
  },
  terminals: {
    what: 'the same, echoes of terminals',
    clients: 'logins',
    others: 'terminals',
    diskMs: 0,
    bounds: { ratio: 4, p99: 20 },
  },
  'slow-disk': {
    what: 'the same, on a disk that takes 20 ms longer',
    clients: 'logins',
    others: 'requests',
    diskMs: 20,
    bounds: { p99: 60 },
  },
  refreshes: {
    what: '16 clients refresh as fast as they can',
    clients: 'refreshes',
    others: 'requests',
    diskMs: 0,
    bounds: { perSecond: 800, cpuMs: 1.2 },
  },
} as const satisfies Readonly<Record<string, Scene>>

/** The name of a scene. */
export type SceneName = keyof typeof scenes
