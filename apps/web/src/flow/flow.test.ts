import { describe, expect, it } from '@jest/globals'
import { readApiError } from '../api/call.ts'
import { readMachines } from '../api/service.ts'
import { readAddressParameters } from './address-parameters.ts'
import { agentCommand } from './agent-command.ts'
import { digitsOf, isCode, isEmail } from './input-checks.ts'

describe('a code', () => {
  it.each([
    '123456',
    ' 123 456 ',
    '123\u00a0456',
    '123-456',
    '123–456',
    '\u200b123456\n',
    '12.34.56',
  ])('is known however it was pasted: %j', (text) => {
    expect(digitsOf(text)).toBe('123456')
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('is six digits, not %j', (text) => {
    expect(isCode(digitsOf(text))).toBe(false)
  })
})

describe('the address', () => {
  it('brings a token of a mail, a session token, or a whole session', () => {
    expect(readAddressParameters({ hash: '#token=t', search: '' })).toEqual({ token: 't' })
    expect(readAddressParameters({ hash: '#session_token=s', search: '' })).toEqual({
      sessionToken: 's',
    })
    expect(
      readAddressParameters({ hash: '#token=t&expires_in=9&session_token=s', search: '' }),
    ).toEqual({
      token: 't',
      sessionToken: 's',
      handOver: { token: 't', expiresIn: 9, sessionToken: 's' },
    })
  })

  it('T-47: brings an error only as a code', () => {
    expect(readAddressParameters({ hash: '', search: '?error=oidc_expired' })).toEqual({
      error: 'oidc_expired',
    })
    for (const error of ['<b>', 'A', 'a b', 'x'.repeat(65), '']) {
      expect(
        readAddressParameters({ hash: '', search: `?error=${encodeURIComponent(error)}` }),
      ).toEqual({})
    }
  })

  it('names a part of a page, and nothing else that a selector could be', () => {
    expect(readAddressParameters({ hash: '#password', search: '' })).toEqual({
      section: 'password',
    })
    for (const hash of ['#a,b', '#a=b', '#', '#A', '#a b']) {
      expect(readAddressParameters({ hash, search: '' })).toEqual({})
    }
  })

  it('brings no token in the query', () => {
    expect(readAddressParameters({ hash: '', search: '?token=t&session_token=s' })).toEqual({})
  })
})

describe('the command for an agent', () => {
  const parts = { command: 'agent', apiKey: 'ghk_a', host: 'https://a.example', linuxUser: 'ada' }

  it('is ready to paste', () => {
    expect(agentCommand(parts)).toBe(
      'agent --token ghk_a --host https://a.example --linux-user ada',
    )
  })

  it('lets a shell take nothing in it for its own', () => {
    expect(agentCommand({ ...parts, linuxUser: "a'; rm -rf $HOME" })).toMatch(
      /--linux-user 'a'\\''; rm -rf \$HOME'$/,
    )
    expect(agentCommand({ ...parts, linuxUser: '' })).toMatch(/--linux-user ''$/)
  })
})

it.each([
  ['ada@example.com', true],
  [' ada@example.com ', true],
  ['ada@', false],
  ['ada', false],
  ['a da@example.com', false],
])('%j may be an address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

describe('answers', () => {
  it('of any backend are machines as far as they have an id', () => {
    const machines = [
      { id: 'a', name: 'A', os: 'linux', status: 'online' },
      { id: 'b' },
      { id: '' },
      7,
    ]
    expect(readMachines({ machines })).toEqual([
      { id: 'a', name: 'A', os: 'linux', status: 'online' },
      { id: 'b', name: 'b' },
    ])
    for (const other of [null, [], {}, { machines: 'x' }, 'x'])
      expect(readMachines(other)).toEqual([])
  })

  it('that are no problem document count as no answer', () => {
    expect(readApiError(undefined, null)).toEqual({ code: 'unreachable', errors: [] })
    expect(readApiError({ code: 'rate_limited', status: 429, request_id: 'r' }, '7')).toEqual({
      code: 'rate_limited',
      errors: [],
      retryAfter: 7,
    })
    expect(readApiError({ code: 'x', status: 500, request_id: 'r', errors: [{}] }, 'soon')).toEqual(
      {
        code: 'x',
        errors: [],
        requestId: 'r',
      },
    )
  })
})
