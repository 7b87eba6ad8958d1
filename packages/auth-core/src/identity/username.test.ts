import { describe, expect, it } from '@jest/globals'
import confusables from './fixtures/confusables.json' with { type: 'json' }
import { parseUsername } from './username.ts'

describe('parseUsername', () => {
  it.each([
    ['ada', 'ada'],
    ['Ada.Lovelace', 'ada.lovelace'],
    ['ALICE', 'alice'],
    ['a_b-c.9', 'a_b-c.9'],
    ['123', '123'],
    ['administrator', 'administrator'],
    ['roots', 'roots'],
    ['service-accounts', 'service-accounts'],
    ['x'.repeat(50), 'x'.repeat(50)],
  ])('reads %j', (input, username) => {
    expect(parseUsername(input)).toEqual({ ok: true, value: username })
  })

  it.each([
    ['', 'length'],
    ['ab', 'length'],
    ['x'.repeat(51), 'length'],
    ['T-20: alice with a space', 'characters', 'alice '],
    ['T-20: a zero-width space', 'characters', 'alice\u200b'],
    ['T-20: a full-width letter', 'characters', 'ａlice'],
    ['T-20: a Kelvin sign', 'characters', 'quac\u212a'],
    ['T-20: a capital I with a dot', 'characters', 'al\u0130ce'],
    ['a line break', 'characters', 'alice\n'],
    ['T-21: an email address', 'characters', 'victim@corp.com'],
    ['B-35: a wildcard', 'characters', 'al*'],
    ['a dot at the start', 'ends', '.alice'],
    ['a hyphen at the end', 'ends', 'alice-'],
    ['punctuation alone', 'ends', '...'],
    ['T-20: a reserved name', 'reserved', 'Admin'],
    ['T-20: another reserved name', 'reserved', 'root'],
    ['T-20: a reserved prefix', 'reserved', 'Service-Account-x'],
  ])('refuses %j by the rule %s', (title, rule, input = title) => {
    expect(parseUsername(input)).toMatchObject({ ok: false, rule })
  })

  it('T-20: refuses every character that looks like one of ours', () => {
    const lookAlikes = confusables.map((point) => `al${String.fromCodePoint(point)}ce`)
    expect(lookAlikes).toHaveLength(1498)
    expect(lookAlikes.filter((name) => parseUsername(name).ok)).toEqual([])
  })
})
