import { describe, expect, it } from '@jest/globals'
import type { AuditEntry } from '../../api/organization-wire.ts'
import { auditDe } from '../../messages/audit.de.ts'
import { auditEn } from '../../messages/audit.en.ts'
import { fill } from '../../messages/fill.ts'
import { frameEn } from '../../messages/frame.en.ts'
import { kindGroups, sentenceOfEntry } from './sentence.ts'

const person = (username: string) => ({ id: `id-${username}`, username })

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  at: '2026-11-29T10:41:07Z',
  kind: 'login',
  outcome: 'ok',
  actor: null,
  account: null,
  client: null,
  network: null,
  user_agent: null,
  request_id: null,
  detail: {},
  ...fields,
})

const told = (fields: Partial<AuditEntry>, m: typeof auditEn | typeof auditDe = auditEn) => {
  const { of: sentence, values } = sentenceOfEntry(m, frameEn.roles, entry(fields))
  return fill(sentence, values)
}

describe('an entry of the audit says', () => {
  it.each<readonly [Partial<AuditEntry>, string]>([
    [{ kind: 'login', account: person('ada') }, 'ada signed in'],
    [{ kind: 'login', account: person('ada'), outcome: 'refused' }, 'A sign-in as ada was refused'],
    [{ kind: 'login', outcome: 'refused' }, 'A sign-in as an unknown account was refused'],
    [{ kind: 'invited', actor: person('ada'), detail: { email: 'lin@x' } }, 'ada invited lin@x'],
    [
      { kind: 'member_disabled', actor: person('ada'), account: person('mika') },
      'ada disabled mika',
    ],
    [
      { kind: 'organization_changed', account: person('ada'), detail: { lowered: 'codes_off' } },
      'ada lowered a protection of the organization',
    ],
    [
      {
        kind: 'member_changed',
        actor: person('ada'),
        account: person('alex'),
        detail: { role: 'user' },
      },
      'ada changed what alex may do',
    ],
    [
      {
        kind: 'member_changed',
        actor: person('ada'),
        account: person('alex'),
        detail: { role: 'company_admin', lowered: 'role_raised' },
      },
      'ada gave alex the role Administrator',
    ],
    [{ kind: 'session_ended', account: person('ada') }, 'ada ended sessions of their own'],
    [
      { kind: 'sessions_ended', actor: person('ada'), account: person('jo') },
      'ada ended sessions of jo',
    ],
    [
      { kind: 'api_key_rotated', account: person('kim'), detail: { key: 'first' } },
      'kim rotated an API key',
    ],
    [
      { kind: 'organization_changed', account: person('ada') },
      'ada changed the rules of the organization',
    ],
  ])('%j: %s', (fields, sentence) => {
    expect(told(fields)).toBe(sentence)
  })

  it('something about what it does not know', () => {
    expect(told({ kind: 'moved_to_mars', actor: person('ada') })).toBe('ada: moved_to_mars')
    expect(told({ kind: 'invited', actor: person('ada'), outcome: 'refused' })).toBe(
      'ada was refused: Invitations sent',
    )
    expect(told({ kind: 'constructor' })).toBe('Someone: constructor')
  })

  it('that an account is gone meanwhile', () => {
    const gone = { id: 'u-9', username: null }
    expect(told({ kind: 'member_removed', actor: person('ada'), account: gone })).toBe(
      'ada removed a removed account',
    )
    expect(told({ kind: 'member_disabled', actor: gone, account: person('mika') })).toBe(
      'a removed account disabled mika',
    )
  })

  it('no more than the names that it is about', () => {
    expect(told({ kind: 'login', account: person('{actor} <b>') })).toBe('{actor} <b> signed in')
  })
})

describe('every kind', () => {
  const kinds = Object.keys(auditEn.kinds).sort()

  it('has a sentence in each language, and stands once in the choice', () => {
    expect(Object.keys(auditEn.sentences).sort()).toEqual(kinds)
    expect(Object.keys(auditDe.sentences).sort()).toEqual(kinds)
    expect(kindGroups.flatMap(([, group]) => group).sort()).toEqual(kinds)
  })

  it.each(kinds)('%s names the same people in each language', (kind) => {
    const places = (sentence = '') => sentence.match(/\{\w+\}/g)?.sort() ?? []
    expect(places(auditDe.sentences[kind])).toEqual(places(auditEn.sentences[kind]))
    expect(places(auditDe.refusals[kind])).toEqual(places(auditEn.refusals[kind]))
  })
})
