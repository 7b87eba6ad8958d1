import { expect, it } from '@jest/globals'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

it('writes the same for equal values, however their names are ordered', () => {
  const one = { b: 1, a: { '10': null, '9': 'x', é: true, z: false } }
  const other = { a: { z: false, é: true, '9': 'x', '10': null }, b: 1 }
  expect(canonicalJson(one)).toBe('{"a":{"10":null,"9":"x","z":false,"é":true},"b":1}')
  expect(canonicalJson(other)).toBe(canonicalJson(one))
})

it.each<[JsonValue, string]>([
  [null, 'null'],
  [0, '0'],
  [1_893_456_000_123, '1893456000123'],
  ['', '""'],
  ['"\\\n\u2028\ud800', '"\\"\\\\\\n\u2028\\ud800"'],
  [{}, '{}'],
])('writes %j as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

it('keeps apart what only looks alike', () => {
  const values: readonly JsonValue[] = [
    '1',
    1,
    { a: '1' },
    { a: 1 },
    { a: { a: 1 } },
    { 'a":1': 1 },
  ]
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length)
})
