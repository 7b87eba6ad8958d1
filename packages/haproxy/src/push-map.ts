import { type EdgeEntry, type EdgeMap, untilEntry } from './edge-map.ts'
import { mapFileName } from './edge-options.ts'
import { readEdgeClock } from './read-edge-clock.ts'
import { converse, type EdgeAddress, type RuntimeSocket } from './runtime-socket.ts'

/** What has become of a push. */
export type PushOutcome =
  /** The edge goes by the map until then, by its own clock. */
  | { readonly ok: true; readonly until: Date }
  /** It has not heard. What is told holds no secret. */
  | { readonly ok: false; readonly reason: string }

/** What an edge is told. */
export interface PushOptions {
  /** The map, given the time by the edge's clock. */
  readonly mapAt: (now: Date) => EdgeMap
  /** Milliseconds for which an edge may go by it from now on. */
  readonly freshMsLeft: () => number
  /** The clock of this gateway. */
  readonly clock: { now(): Date }
}

/**
 * Seconds by which the clocks of an edge and a gateway may differ. With more one of them is wrong: an edge goes by
 * nothing that this gateway says, so that it accepts no token that has expired.
 */
export const maxSkewSeconds = 5

/**
 * Has an edge go by a map for some time. The contents are replaced as a whole, at one moment, unless it has them
 * already. The time belongs to the contents: what was read later by another gateway is never taken for longer
 * by what was read earlier here.
 */
export async function pushMap(address: EdgeAddress, options: PushOptions): Promise<PushOutcome> {
  try {
    return await converse(address, (runtime) => push(runtime, options))
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? error.message : 'HAProxy cannot be reached',
    }
  }
}

async function push(
  runtime: RuntimeSocket,
  { mapAt, freshMsLeft, clock }: PushOptions,
): Promise<PushOutcome> {
  const id = await findMap(runtime)
  if (id === undefined) return { ok: false, reason: `it has no map named ${mapFileName}` }
  const now = await readEdgeClock(runtime)
  if (now === undefined) return { ok: false, reason: 'it does not tell its time' }
  const seconds = (now.getTime() - clock.now().getTime()) / 1000
  if (!(Math.abs(seconds) <= maxSkewSeconds))
    return { ok: false, reason: `its clock differs from this one's by ${Math.round(seconds)} s` }
  const until = new Date(now.getTime() + freshMsLeft())
  return replace(runtime, { id, map: mapAt(now), until })
}

interface Replacement {
  readonly id: string
  readonly map: EdgeMap
  readonly until: Date
}

async function replace(
  runtime: RuntimeSocket,
  { id, map, until }: Replacement,
): Promise<PushOutcome> {
  const entry = untilEntry(map, until)
  const known = await runtime.ask(`set map ${id} ${entry.join(' ')}`)
  if (known.trim() === '') return { ok: true, until }
  const [, version] = /version created: (\d+)/i.exec(await runtime.ask(`prepare map ${id}`)) ?? []
  if (version === undefined) return { ok: false, reason: 'it takes no new map' }
  for (const part of inParts([...map.entries, entry])) {
    const refusal = await runtime.ask(`add map @${version} ${id} <<\n${part}`)
    // What it writes while it reads the lines.
    if (refusal.replaceAll('+ ', '').trim() !== '')
      return { ok: false, reason: 'it refuses the map' }
  }
  const refusal = await runtime.ask(`commit map @${version} ${id}`)
  if (refusal.trim() !== '') return { ok: false, reason: 'it refuses the map' }
  return { ok: true, until }
}

/** The identifier of an edge's map, such as `#3`. */
export async function findMap(runtime: RuntimeSocket): Promise<string | undefined> {
  const maps = await runtime.ask('show map')
  const line = maps.split('\n').find((text) => text.includes(`/${mapFileName})`))
  const [, id] = /^(\d+) /.exec(line ?? '') ?? []
  return id === undefined ? undefined : `#${id}`
}

/** A command and its lines have to fit into one buffer of HAProxy, which has 16 KiB or more. */
const partCharacters = 8000

function inParts(entries: readonly EdgeEntry[]): readonly string[] {
  const parts: string[] = []
  for (const entry of entries) {
    const line = `${entry.join(' ')}\n`
    const last = parts.at(-1)
    if (last === undefined || last.length + line.length > partCharacters) parts.push(line)
    else parts[parts.length - 1] = last + line
  }
  return parts
}
