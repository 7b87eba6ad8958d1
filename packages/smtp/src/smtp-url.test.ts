import { describe, expect, it } from '@jest/globals'
import { parseSmtpUrl } from './smtp-url.ts'

describe('parseSmtpUrl', () => {
  it('reads a server without TLS and login', () => {
    expect(parseSmtpUrl('smtp://127.0.0.1:1025')).toEqual({
      host: '127.0.0.1',
      port: 1025,
      secure: false,
      requireTLS: false,
      name: undefined,
      auth: undefined,
    })
  })

  it('reads a server with both', () => {
    expect(parseSmtpUrl('smtps://gate%40id:p%3Ass%2F@mail.example/')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      requireTLS: true,
      name: undefined,
      auth: { user: 'gate@id', pass: 'p:ss/' },
    })
  })

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, requireTLS: false }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    ['smtp://mail.example?requireTLS=true', { requireTLS: true }],
    ['smtp://mail.example?name=gate.example', { name: 'gate.example', requireTLS: false }],
    ['smtp://mail.example?requireTLS=true&name=g', { name: 'g', requireTLS: true }],
  ])('reads %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected)
  })

  it.each([
    ['smtp://u:p@mail.example', true],
    ['smtp://u:p@127.0.0.1.evil.example', true],
    ['smtp://u:p@mail.example?requireTLS=false', false],
    ['smtp://u:p@localhost', false],
    ['smtp://u:p@127.0.0.1', false],
    ['smtp://u:p@[::1]', false],
    ['smtp://u:p@localhost?requireTLS=true', true],
  ])('with %s, says of the need for TLS: %s', (url, requireTLS) => {
    expect(parseSmtpUrl(url).requireTLS).toBe(requireTLS)
  })

  it.each([
    'mail.example',
    'http://hunter2:hunter2@mail.example',
    'smtp://',
    'smtp:mail.example',
    'smtp://mail.example/inbox',
    'smtp://hunter2:hunter2@mail.example?logger=true',
    'smtp://mail.example?requireTLS=yes',
    'smtp://mail.example?requireTLS=true&debug=true',
    'smtp://mail.example?name=',
    'smtp://mail.example?name=a%0d%0ab',
    'smtp://mail.example#x',
    'smtp://mail.example%0d%0a',
    'smtp://mail.example:70000',
    'smtp://hunter2:%zz@mail.example',
  ])('refuses %s without repeating it', (url) => {
    const error = caught(() => parseSmtpUrl(url))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).not.toMatch(/hunter2|%zz/)
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
