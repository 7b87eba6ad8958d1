import { describe, expect, it } from '@jest/globals'
import { parseSender } from './sender.ts'

describe('parseSender', () => {
  it.each([
    ['no-reply@id.example', '', 'no-reply@id.example'],
    ['<no-reply@id.example>', '', 'no-reply@id.example'],
    ['Gatehouse <no-reply@id.example>', 'Gatehouse', 'no-reply@id.example'],
    ['"Gate, house" <no-reply@id.example>', 'Gate, house', 'no-reply@id.example'],
    [' Torhaus Köln  <no-reply@id.example> ', 'Torhaus Köln', 'no-reply@id.example'],
  ])('reads %j', (from, name, address) => {
    expect(parseSender(from)).toEqual({ name, address, domain: 'id.example' })
  })

  it.each([
    '',
    'Gatehouse',
    'Gatehouse no-reply@id.example',
    'a@id.example, b@id.example',
    'A <a@id.example>, B <b@id.example>',
    'A <a@id.example> B',
    'A <@id.example>',
    'A\r\nBcc: b@x.example <a@id.example>',
    'A <a@id.example\r\nBcc: b@x.example>',
  ])('refuses %j', (from) => {
    expect(() => parseSender(from)).toThrow(TypeError)
  })
})
