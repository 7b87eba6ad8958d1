import { defaultSettings } from '@gatehouse/auth-core'
import type { Ending, SigningKey } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { edgeMap, mapText } from './edge-map.ts'

const at = new Date('2030-01-01T00:00:00Z')
const later = new Date('2030-01-01T01:00:00Z')
const earlier = new Date('2029-12-31T23:00:00Z')

describe('the map of an edge', () => {
  it('names a key by the whole header of its tokens', () => {
    const { entries, keys } = mapOf([key('k1')])
    const header = Buffer.from('{"alg":"HS256","typ":"at+jwt","kid":"k1"}').toString('base64url')
    expect(entries).toContainEqual([header, key('k1').secret])
    expect(keys).toBe(1)
  })

  it('has the keys that are accepted, and no other', () => {
    const known = mapOf([
      key('active'),
      { ...key('next'), activeFrom: later },
      { ...key('retiring'), acceptedUntil: later },
      { ...key('expired'), acceptedUntil: earlier },
      { ...key('revoked'), revokedAt: earlier },
      { ...key('gone'), revokedAt: earlier, secret: '' },
    ])
    expect(kidsOf(known)).toEqual(['active', 'next', 'retiring'])
  })

  it('tells which keys an edge cannot use, and leaves them out', () => {
    const zero = { ...key('zero'), secret: Buffer.alloc(32).toString('base64url') }
    const map = mapOf([key('k1'), zero])
    expect([kidsOf(map), map.unusable]).toEqual([['k1'], ['zero']])
  })

  it('has every session that ended, and from when on tokens of a stale one count again', () => {
    const { entries, endings } = mapOf(
      [],
      [
        ending('gone', 'ended'),
        ending('stale', 'stale'),
        ending('both', 'stale'),
        ending('both', 'ended'),
        { ...ending('over', 'ended'), until: at },
        { ...ending('login', 'ended'), subject: 'login' },
        ending('no id', 'ended'),
      ],
    )
    expect(entries.filter(([name]) => name.startsWith('ended.'))).toEqual([
      ['ended.both', '9999999999'],
      ['ended.gone', '9999999999'],
      ['ended.stale', String(earlier.getTime() / 1000)],
    ])
    expect(endings).toBe(3)
  })

  it('is named alike by all who know the same, in whatever order, and by nobody else', () => {
    const [one, two] = [ending('one', 'ended'), ending('two', 'ended')]
    const name = mapOf([key('k1'), key('k2')], [one, two]).contents
    expect(mapOf([key('k2'), key('k1')], [two, one]).contents).toBe(name)
    expect(mapOf([key('k1'), key('k2')], [one]).contents).not.toBe(name)
    expect(mapOf([key('k1')], [one, two]).contents).not.toBe(name)
  })

  it('has no name but those of keys that a token could name', () => {
    const { entries } = mapOf([key('k1')], [ending('gone', 'ended')])
    const text = mapText(mapOf([key('k1')], [ending('gone', 'ended')]), later)
    expect(text.split('\n').filter((line) => /^[A-Za-z0-9_-]+ /.test(line))).toHaveLength(1)
    expect(text).toContain(`alone.${entries.at(-1)?.[1]} ${later.getTime() / 1000}\n`)
  })
})

function mapOf(keys: readonly SigningKey[], endings: readonly Ending[] = []) {
  return edgeMap({ keys, endings, at }, defaultSettings)
}

function kidsOf({ entries }: ReturnType<typeof mapOf>): readonly unknown[] {
  const headers = entries.map(([name]) => name).filter((name) => !name.includes('.'))
  return headers
    .map((name) => JSON.parse(Buffer.from(name, 'base64url').toString()).kid as unknown)
    .toSorted()
}

function key(kid: string): SigningKey {
  const secret = Buffer.alloc(32, kid).toString('base64url')
  return { kid, secret, activeFrom: earlier, acceptedUntil: null, revokedAt: null }
}

function ending(id: string, kind: Ending['kind']): Ending {
  return { subject: 'session', id, kind, at: earlier, until: later }
}
