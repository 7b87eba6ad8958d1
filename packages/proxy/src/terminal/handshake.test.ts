import { describe, expect, it } from '@jest/globals'
import { validateHandshake } from './handshake.ts'

const fields = {
  Host: 'id.example',
  Connection: 'keep-alive, Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const none = Buffer.alloc(0)

describe('validateHandshake', () => {
  it('takes the example of RFC 6455', () => {
    const more = { Origin: 'http://example.com', 'Sec-WebSocket-Protocol': 'chat, superchat' }
    expect(check({ ...fields, ...more })).toEqual({
      kind: 'handshake',
      protocols: ['chat', 'superchat'],
      origin: 'http://example.com',
    })
  })

  it('needs neither an origin nor protocols', () => {
    expect(check(fields)).toEqual({ kind: 'handshake', protocols: [] })
  })

  it('takes every value without regard to case, where the RFC does', () => {
    expect(check({ ...fields, Connection: 'UPGRADE', Upgrade: 'WebSocket' }).kind).toBe('handshake')
  })

  it('takes protocols over several fields', () => {
    const rawHeaders = [
      ...Object.entries(fields).flat(),
      ...twice('Sec-WebSocket-Protocol', 'a', 'b'),
    ]
    expect(
      validateHandshake({ method: 'GET', httpVersion: '1.1', rawHeaders }, none),
    ).toMatchObject({
      protocols: ['a', 'b'],
    })
  })

  it.each([
    { Upgrade: 'h2c' },
    { Upgrade: 'websocket, h2c' },
    { Upgrade: '' },
    { Connection: 'keep-alive' },
    { 'Sec-WebSocket-Version': '7777' },
    { 'Sec-WebSocket-Version': '8' },
    { 'Sec-WebSocket-Version': '13, 13' },
    { 'Sec-WebSocket-Key': 'short' },
    { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==' },
    { 'Sec-WebSocket-Key': '' },
    { 'Sec-WebSocket-Protocol': 'a, a' },
    { 'Sec-WebSocket-Protocol': 'a b' },
    { 'Sec-WebSocket-Protocol': 'a,,b' },
    { 'Content-Length': '5' },
    { 'Transfer-Encoding': 'chunked' },
  ])('T-77: refuses %j', (odd) => {
    expect(check({ ...fields, ...odd }).kind).toBe('malformed')
  })

  it('allows a body that is said to be empty', () => {
    expect(check({ ...fields, 'Content-Length': '0' }).kind).toBe('handshake')
  })

  it.each(Object.keys(fields))('T-77: refuses a handshake without %s', (name) => {
    expect(check({ ...fields, [name]: undefined }).kind).toBe('malformed')
  })

  it.each(Object.entries({ ...fields, Origin: 'https://id.example' }).filter(isSingle))(
    'T-76, T-77: refuses two of %s',
    (name, value) => {
      const others = Object.entries(fields).filter(([other]) => other !== name)
      const rawHeaders = [...others.flat(), ...twice(name, value, value)]
      expect(validateHandshake({ method: 'GET', httpVersion: '1.1', rawHeaders }, none).kind).toBe(
        'malformed',
      )
    },
  )

  it.each([
    { method: 'POST', httpVersion: '1.1' },
    { method: 'GET', httpVersion: '1.0' },
  ])('T-77: refuses %j', (line) => {
    const rawHeaders = Object.entries(fields).flat()
    expect(validateHandshake({ ...line, rawHeaders }, none).kind).toBe('malformed')
  })

  it('T-77: refuses a handshake with something behind it', () => {
    const rawHeaders = Object.entries(fields).flat()
    const head = Buffer.from('GET /api/machines HTTP/1.1\r\n\r\n')
    expect(validateHandshake({ method: 'GET', httpVersion: '1.1', rawHeaders }, head).kind).toBe(
      'malformed',
    )
  })

  it('says which version it speaks, and which protocol', () => {
    expect(check({ ...fields, 'Sec-WebSocket-Version': '12' })).toEqual({
      kind: 'malformed',
      headers: { 'Sec-WebSocket-Version': '13' },
    })
    expect(check({ ...fields, Upgrade: 'h2c' })).toEqual({
      kind: 'malformed',
      headers: { Upgrade: 'websocket' },
    })
  })
})

function check(headers: Readonly<Record<string, string | undefined>>) {
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value],
  )
  return validateHandshake({ method: 'GET', httpVersion: '1.1', rawHeaders }, none)
}

function isSingle([name]: readonly [string, string]): boolean {
  return name !== 'Connection'
}

function twice(name: string, one: string, other: string): readonly string[] {
  return [name, one, name.toLowerCase(), other]
}
