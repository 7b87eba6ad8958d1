import { describe, expect, it } from '@jest/globals'
import { type ClientAgents, clientType } from './client-type.ts'
import realAgents from './fixtures/user-agents.json' with { type: 'json' }

const agents: ClientAgents = { cli: ['gatehouse-cli/'], vscode: ['gatehouse-vscode/', 'acme/'] }

const typeOf = (...rawHeaders: string[]) => clientType(rawHeaders, agents)

describe('the client type', () => {
  it.each([
    ['gatehouse-cli/1', 'cli'],
    ['gatehouse-cli/1.0', 'cli'],
    ['gatehouse-cli/12.3.4-beta (linux; x64)', 'cli'],
    ['gatehouse-vscode/2.1', 'vscode'],
    ['acme/3', 'vscode'],
  ])('is that of the product at the beginning: %s', (userAgent, type) => {
    expect(typeOf('Host', 'x', 'User-Agent', userAgent)).toBe(type)
    expect(typeOf('uSER-aGENT', userAgent)).toBe(type)
  })

  it.each([
    '',
    'curl/8.5.0',
    'node',
    'gatehouse-cli',
    'gatehouse-cli/',
    'gatehouse-cli/x1',
    'gatehouse-cli/ 1.0',
    'gatehouse-cli /1.0',
    ' gatehouse-cli/1.0',
    'xgatehouse-cli/1.0',
    'GATEHOUSE-CLI/1.0',
    'Gatehouse-cli/1.0',
    'Mozilla/5.0 gatehouse-cli/1.0',
    'gatehouse-vscode',
    'gatehouse/1.0',
    'gatehouse-cli/１',
    `x${'gatehouse-cli/1 '.repeat(500)}`,
  ])('T-01: is ui for everything else: "%s"', (userAgent) => {
    expect(typeOf('User-Agent', userAgent)).toBe('ui')
  })

  it('T-01: is ui without a User-Agent, and with two', () => {
    expect(typeOf('Host', 'x')).toBe('ui')
    expect(typeOf('User-Agent', 'gatehouse-cli/1', 'user-agent', 'gatehouse-cli/1')).toBe('ui')
    expect(typeOf('User-Agent', 'gatehouse-cli/1', 'User-Agent', 'Mozilla/5.0')).toBe('ui')
  })

  it.each(['Origin', 'origin', 'Sec-Fetch-Site', 'Sec-Fetch-Dest', 'sec-fetch-user'])(
    'T-01: is ui whatever it calls itself if a browser sent it: %s',
    (name) => {
      expect(typeOf('User-Agent', 'gatehouse-cli/1', name, '')).toBe('ui')
      expect(typeOf(name, 'x', 'User-Agent', 'gatehouse-vscode/1')).toBe('ui')
    },
  )

  it('is not ui because of a header that the fetch of Node sends as well', () => {
    expect(typeOf('User-Agent', 'gatehouse-cli/1', 'Sec-Fetch-Mode', 'cors')).toBe('cli')
  })

  it('takes no value for a name', () => {
    expect(typeOf('X-Note', 'Origin', 'User-Agent', 'gatehouse-cli/1')).toBe('cli')
    expect(typeOf('X-Note', 'User-Agent', 'gatehouse-cli/1', 'x')).toBe('ui')
  })

  it('is always ui when no product is configured', () => {
    expect(clientType(['User-Agent', 'gatehouse-cli/1'], { cli: [], vscode: [] })).toBe('ui')
  })

  it('T-01: is ui for every User-Agent of the real world', () => {
    const others = realAgents.filter((userAgent) => typeOf('User-Agent', userAgent) !== 'ui')
    expect([realAgents.length, others]).toEqual([1876, []])
  })

  it('T-01: is ui for each of them with our product behind it', () => {
    const types = realAgents.map((userAgent) =>
      typeOf('User-Agent', `${userAgent} gatehouse-cli/1`),
    )
    expect(new Set(types)).toEqual(new Set(['ui']))
  })
})
