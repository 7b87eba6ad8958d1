import { createHash } from 'node:crypto'
import { keyState, type RotationSettings, rotationPolicy } from '@gatehouse/auth-core/operator'
import type { Ending, SigningKey } from '@gatehouse/auth-core/ports'

/** What an edge checks tokens by. */
export interface EdgeState {
  /** The signing keys, in any state. */
  readonly keys: readonly SigningKey[]
  /** What has ended before its tokens expire. */
  readonly endings: readonly Ending[]
  /**
   * Now, by the clock of the edge: what it still accepts by that clock must be in its map. So gateways make the same
   * map for it, and one whose own clock is wrong leaves out nothing.
   */
  readonly at: Date
}

/** The contents of a map. */
export interface EdgeMap {
  /** Names the contents: equal for equal keys and endings, whoever read them. */
  readonly contents: string
  /** Names and values in the order of the map; neither has a space. Values of keys are secret. */
  readonly entries: readonly EdgeEntry[]
  /** How many keys are in it. */
  readonly keys: number
  /** How many sessions that have ended, or have gone stale. */
  readonly endings: number
  /** The keys that an edge cannot use, as one of their bytes is zero: their tokens are checked by gateways. */
  readonly unusable: readonly string[]
}

/** A name and its value. */
export type EdgeEntry = readonly [name: string, value: string]

/** Seconds after it was read in which an edge goes by a map; the same that a gateway gives its own ring. */
export const freshSeconds = 3

/**
 * Seconds that a gateway may have an edge go by a map from now on. With more left the edge's clock was set back, and
 * what it was told is as old as that.
 */
export const maxLeftSeconds = 5

/**
 * Makes the contents of the map. Names of keys are whole headers of tokens in base64url; all other names have a dot,
 * which those cannot have, so that no token can name anything else as its key.
 */
export function edgeMap({ keys, endings, at }: EdgeState, settings: RotationSettings): EdgeMap {
  const ring = { keys, now: at }
  const policy = rotationPolicy(settings)
  const accepted = keys.filter((key) => {
    return ['next', 'active', 'retiring'].includes(keyState(key, ring, policy))
  })
  const [usable, unusable] = [accepted.filter(isUsable), accepted.filter((key) => !isUsable(key))]
  const ended = endingEntries(endings, at)
  const known = [
    ...usable.map(({ kid, secret }) => [tokenHeader(kid), secret] as const),
    ...ended,
  ].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const contents = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 32)
  return {
    contents,
    entries: [...known, ['state.contents', contents]],
    keys: usable.length,
    endings: ended.length,
    unusable: unusable.map(({ kid }) => kid),
  }
}

/** The entry that says until when an edge may go by these contents. */
export function untilEntry({ contents }: Pick<EdgeMap, 'contents'>, until: Date): EdgeEntry {
  return [`until.${contents}`, String(Math.ceil(until.getTime() / 1000))]
}

/**
 * The text of a map file, for an edge that starts alone. Holds keys. When a gateway tells an edge something, its time
 * counts in place of that of the file.
 */
export function mapText(map: EdgeMap, until: Date): string {
  const [, seconds] = untilEntry(map, until)
  const alone: EdgeEntry = [`alone.${map.contents}`, seconds]
  return [...map.entries, alone].map((entry) => `${entry.join(' ')}\n`).join('')
}

/** HAProxy reads a key from a variable as a text, which ends at a zero byte. */
function isUsable({ secret }: SigningKey): boolean {
  return !Buffer.from(secret, 'base64url').includes(0)
}

/** The first part of every access token that a key signs. */
function tokenHeader(kid: string): string {
  return Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid })).toString('base64url')
}

/** No token has a later `iat`. */
const forAll = 9_999_999_999

/** For each session the last second in which its tokens were issued that no longer count. */
function endingEntries(endings: readonly Ending[], now: Date): readonly EdgeEntry[] {
  const sessions = new Map<string, number>()
  for (const { subject, id, kind, at, until } of endings) {
    // The claims of other sessions are not let through by an edge.
    if (subject !== 'session' || until <= now || !/^[A-Za-z0-9_-]+$/.test(id)) continue
    const last = kind === 'ended' ? forAll : Math.floor(at.getTime() / 1000)
    sessions.set(id, Math.max(last, sessions.get(id) ?? 0))
  }
  return Array.from(sessions, ([id, last]) => [`ended.${id}`, String(last)] as const)
}
