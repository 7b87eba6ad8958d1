import { open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { edgeMap, mapFileName, mapText, maxSkewSeconds } from '@gatehouse/haproxy'
import { readClockSkew } from '@gatehouse/sql'
import { type CommandResult, endWith, withObjects } from '../command.ts'
import { counted } from '../console/counted.ts'
import { moment } from '../console/table.ts'
import { explainUnusable } from '../records/explain-unusable.ts'
import type { Records } from '../records/open-records.ts'

/** Where the map goes, and for how long an edge may go by it. */
export interface WriteEdgeMapOptions {
  /** Its path. The folder must exist. */
  readonly file: string
  /** From now on. */
  readonly seconds: number
}

/** Writes the map of an edge: all of it or nothing, for its owner alone. */
export async function writeEdgeMap(
  { database, ports, rotation, signingKeys }: Records,
  { file, seconds }: WriteEdgeMapOptions,
): Promise<CommandResult> {
  if (basename(file) !== mapFileName) return endWith('usage', `FILE must be named ${mapFileName}.`)
  const skew = Math.round(await readClockSkew(database, () => ports.clock.now().getTime()))
  if (Math.abs(skew) > maxSkewSeconds)
    return endWith(
      'unreachable',
      `This clock differs from the database's by ${skew} s: use NTP on both.`,
    )
  const now = ports.clock.now()
  const keys = await signingKeys()
  const { endings } = await ports.store.transaction((tx) => tx.endings.listSince('session', null))
  const map = edgeMap({ keys, endings, at: now }, rotation)
  const until = new Date(now.getTime() + seconds * 1000)
  try {
    await writePrivately(file, mapText(map, until))
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error
    return endWith('unreachable', `${file} cannot be written (${String(error.code)}).`)
  }
  const done = `${file} has ${counted(map.keys, 'key')} and ${counted(map.endings, 'ended session')}, and holds until ${moment(until)}.`
  const left = map.unusable.map((kid) => `But ${explainUnusable(kid)}.`)
  return withObjects(endWith(left.length > 0 ? 'left' : 'done', done, ...left), {
    file,
    keys: map.keys,
    ended_sessions: map.endings,
    holds_until: until,
    unusable_keys: map.unusable,
  })
}

async function writePrivately(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.new`
  try {
    const handle = await open(next, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}
