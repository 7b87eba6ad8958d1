import { stripVTControlCharacters } from 'node:util'
import { expect, it } from '@jest/globals'
import { toText } from './log-text.ts'

const record = {
  level: 30,
  time: '2030-01-31T09:05:59.250Z',
  service: 'gatehouse',
  port: 8080,
  url: 'http://localhost:8080',
  msg: 'listening',
}

it('has the time, the level as a word, the message and the fields', () => {
  expect(text(record)).toBe('09:05:59.250Z INFO  listening port=8080 url=http://localhost:8080\n')
})

it('has a line for each record', () => {
  expect(text(record, { ...record, level: 40, msg: 'stopping' })).toMatch(
    /^09:05:59\.250Z INFO {2}listening .*\n09:05:59\.250Z WARN {2}stopping .*\n$/,
  )
})

it.each([
  [10, 'TRACE'],
  [20, 'DEBUG'],
  [50, 'ERROR'],
  [60, 'FATAL'],
  [35, '35'],
])('calls the level %d %s', (level, word) => {
  expect(text({ ...record, level })).toContain(`Z ${word}`)
})

it('shows the message of an error, and from where it came only if it is grave', () => {
  const err = { type: 'Error', message: 'a: b', stack: 'Error: a\n    at one\n    at two' }
  const { time, level } = record
  expect(text({ time, level: 40, err, msg: 'x' })).toBe('09:05:59.250Z WARN  x err="a: b"\n')
  expect(text({ time, level: 50, err, msg: 'x' })).toBe(
    '09:05:59.250Z ERROR x err="a: b"\n    at one\n    at two\n',
  )
  expect(text({ time, level, msg: 'x', list: [1, { a: null }] })).toContain(' list=[1,{"a":null}]')
})

it('cannot be used by a path or a name to write elsewhere on the screen', () => {
  const path = '/\u001b[2J\u009b\u202e\u2028\r\n\u007f'
  const shown = text({ ...record, path, msg: path })
  expect(shown.trimEnd()).toMatch(/^[ -~]+$/)
  expect(shown).toContain(String.raw`path="/\u001b[2J\u{9b}\u{202e}\u{2028}\r\n\u{7f}"`)
})

it('is the same with colours', () => {
  const line = `${JSON.stringify(record)}\n`
  expect(toText(line, true)).toContain('\u001b[32mINFO ')
  expect(stripVTControlCharacters(toText(line, true))).toBe(toText(line, false))
})

function text(...records: readonly object[]): string {
  return toText(records.map((each) => `${JSON.stringify(each)}\n`).join(''), false)
}
