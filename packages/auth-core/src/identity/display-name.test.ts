import { describe, expect, it } from '@jest/globals'
import { parseDisplayName } from './display-name.ts'

describe('parseDisplayName', () => {
  it.each([
    'Ada',
    "Conan O'Brien",
    ' de la Cruz ',
    'Zoë',
    'Zoe\u0308',
    '山田太郎',
    'محمد\u200cرضا',
    '👩‍👩‍👧',
    'שלום\u200e!',
    '<b>Bold & Sons</b>',
    'Acme: The Company / Europe',
    'Booking.com',
    'Wwwater',
    'x'.repeat(100),
    '😀'.repeat(100),
  ])('keeps %j as it is typed', (name) => {
    expect(parseDisplayName(name)).toEqual({ ok: true, value: name })
  })

  it.each([
    ['nothing', 'length', ''],
    ['101 characters', 'length', 'x'.repeat(101)],
    ['101 emoji', 'length', '😀'.repeat(101)],
    ['a megabyte', 'length', 'x'.repeat(1_000_000)],
    ['spaces alone', 'blank', '   '],
    ['no-break spaces alone', 'blank', '\u00a0\u3000'],
    ['invisible characters alone', 'blank', '\u200b\u200d\ufeff\u3164'],
    ['T-56: a line break', 'control_characters', 'x\r\nBcc: evil@x'],
    ['T-56: a line feed alone', 'control_characters', 'x\ny'],
    ['T-56: a line separator', 'control_characters', 'x\u2028y'],
    ['T-56: a paragraph separator', 'control_characters', 'x\u2029y'],
    ['a tab', 'control_characters', 'x\ty'],
    ['a null character', 'control_characters', 'x\0y'],
    ['delete', 'control_characters', 'x\u007fy'],
    ['next line', 'control_characters', 'x\u0085y'],
    ['an override of the direction', 'control_characters', 'x\u202ey'],
    ['an isolate of the direction', 'control_characters', 'x\u2066y'],
    ['half a surrogate pair', 'not_text', 'x\ud83d'],
    ['T-57: a web address', 'web_address', 'Click http://evil.example'],
    ['T-57: a web address of another scheme', 'web_address', 'Evil://x'],
    ['T-57: the start of a host name', 'web_address', 'See WWW.evil.example'],
    ['T-57: a full-width web address', 'web_address', 'ｗｗｗ．evil.example'],
    ['T-57: a full-width scheme', 'web_address', 'http：／／evil.example'],
  ])('refuses %s', (_, rule, name) => {
    expect(parseDisplayName(name)).toMatchObject({ ok: false, rule })
  })
})
