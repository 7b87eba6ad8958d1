import { type EdgeEntry, type EdgeMap, untilEntry } from './edge-map.ts'
import { mapFileName } from './edge-options.ts'
import { converse, type EdgeAddress, type RuntimeSocket } from './runtime-socket.ts'

/** What has become of a push. */
export type PushOutcome =
  /** The edge had these contents already, and goes by them for longer now. */
  | { readonly ok: true; readonly value: 'confirmed' | 'replaced' }
  /** It has not heard. What is told holds no secret. */
  | { readonly ok: false; readonly reason: string }

/**
 * Has an edge go by a map until a moment. The contents are replaced as a whole, at one moment, unless it has them
 * already. The moment belongs to the contents: what was read later by another gateway is never taken for longer
 * by what was read earlier here.
 */
export async function pushMap(
  address: EdgeAddress,
  map: EdgeMap,
  until: Date,
): Promise<PushOutcome> {
  try {
    return await converse(address, (runtime) => push(runtime, map, until))
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? error.message : 'HAProxy cannot be reached',
    }
  }
}

async function push(runtime: RuntimeSocket, map: EdgeMap, until: Date): Promise<PushOutcome> {
  const id = await findMap(runtime)
  if (id === undefined) return { ok: false, reason: `it has no map named ${mapFileName}` }
  const entry = untilEntry(map, until)
  const known = await runtime.ask(`set map ${id} ${entry.join(' ')}`)
  if (known.trim() === '') return { ok: true, value: 'confirmed' }
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
  return { ok: true, value: 'replaced' }
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
