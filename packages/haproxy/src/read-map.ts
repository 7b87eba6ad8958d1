import { findMap } from './push-map.ts'
import { readEdgeClock } from './read-edge-clock.ts'
import { converse, type EdgeAddress } from './runtime-socket.ts'

/** What an edge goes by now. */
export interface EdgeReading {
  /** Names the contents; empty when it has none. */
  readonly contents: string
  /** Until when it goes by them, by its own clock, as a gateway has told or as its file says. */
  readonly until: Date
  /** The time by its clock. */
  readonly now: Date
}

/** What an edge goes by, or why it cannot be told. */
export type EdgeReadingOutcome =
  | { readonly ok: true; readonly value: EdgeReading }
  | { readonly ok: false; readonly reason: string }

/** Asks an edge what it goes by. Reads no key. */
export async function readMap(address: EdgeAddress): Promise<EdgeReadingOutcome> {
  try {
    return await converse(address, async (runtime) => {
      const id = await findMap(runtime)
      if (id === undefined) return { ok: false, reason: 'it has no map of keys' }
      const now = await readEdgeClock(runtime)
      if (now === undefined) return { ok: false, reason: 'it does not tell its time' }
      const readValue = async (name: string) => {
        const answer = await runtime.ask(`get map ${id} ${name}`)
        return /, value="([^"]*)"/.exec(answer)?.[1] ?? ''
      }
      const contents = await readValue('state.contents')
      const told = await readValue(`until.${contents}`)
      const seconds = told === '' ? await readValue(`alone.${contents}`) : told
      const until = new Date(Number(seconds) * 1000)
      return { ok: true, value: { contents, until, now } }
    })
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? error.message : 'HAProxy cannot be reached',
    }
  }
}
