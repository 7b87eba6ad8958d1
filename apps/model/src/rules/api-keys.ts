import type { ActOf } from '../act.ts'
import { type Expectation, type Ruling, refuses } from '../expectation.ts'
import type { Key, Person } from '../world.ts'
import { actorOf } from './tokens.ts'

interface Shown {
  readonly id: string
  readonly text: string
}

/** A key of one's own account, without an end. */
export function createApiKey(ruling: Ruling, act: ActOf<'createApiKey'>): Expectation {
  const { world, now } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  return {
    allows: ['api_key_created', 'invalid'],
    apply(seen) {
      if (!seen || seen.kind === 'invalid') return
      const { id, text } = seen.outcome.key as Shown
      world.keys.set(text, { id, person: actor.person.id, createdAt: now, expiresAt: null })
    },
  }
}

/** A key of one's own account, and of no other, is trusted no more. */
export function revokeApiKey(ruling: Ruling, act: ActOf<'revokeApiKey'>): Expectation {
  const { world } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  const { person } = actor
  if (act.key === 'first') {
    if (person.firstKey === '') return refuses('not_found')
    const apply = () => void Object.assign(person, { firstKey: '' })
    return { allows: ['api_key_revoked'], apply }
  }
  const found = liveKey(ruling, person, act.key)
  if (!found) return refuses('not_found')
  return { allows: ['api_key_revoked'], apply: () => void world.keys.delete(found.text) }
}

/** A key is replaced; the old one works on for so many hours. */
export function rotateApiKey(ruling: Ruling, act: ActOf<'rotateApiKey'>): Expectation {
  const { world, now } = ruling
  const actor = actorOf(ruling, act.token)
  if (typeof actor === 'string') return refuses(actor)
  const { person } = actor
  const until = now + act.hours * 3600
  if (act.key === 'first') {
    if (person.firstKey === '') return refuses('not_found')
    return {
      allows: ['api_key_rotated', 'invalid'],
      apply(seen) {
        if (seen?.kind === 'invalid') return
        const old = person.firstKey
        const key = { id: `old ${now}`, person: person.id, createdAt: now, expiresAt: until }
        if (old !== null && act.hours > 0) world.keys.set(old, key)
        person.firstKey = seen ? (seen.outcome.key as Shown).text : null
      },
    }
  }
  const found = liveKey(ruling, person, act.key)
  if (!found) return refuses('not_found')
  return {
    allows: ['api_key_rotated', 'invalid'],
    apply(seen) {
      if (seen?.kind === 'invalid') return
      world.keys.delete(found.text)
      if (act.hours > 0) {
        const expiresAt = Math.min(found.key.expiresAt ?? until, until)
        world.keys.set(found.text, { ...found.key, expiresAt })
      }
      if (!seen) return
      const { id, text } = seen.outcome.key as Shown
      const { createdAt, expiresAt } = found.key
      const end = expiresAt === null ? null : now + expiresAt - createdAt
      world.keys.set(text, { id, person: person.id, createdAt: now, expiresAt: end })
    },
  }
}

function liveKey(
  { world, now }: Ruling,
  person: Person,
  id: string,
): { readonly text: string; readonly key: Key } | undefined {
  for (const [text, key] of world.keys) {
    const isLive = key.expiresAt === null || now < key.expiresAt
    if (key.id === id && key.person === person.id && isLive) return { text, key }
  }
  return undefined
}
