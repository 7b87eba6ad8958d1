import { get, type IncomingMessage } from 'node:http'
import { createTrustedProxies } from '@gatehouse/auth-core/requests'
import { describe, expect, it } from '@jest/globals'
import { listen } from '../../test-support/listen.ts'
import { createHopWarning } from '../requester/create-hop-warning.ts'
import { createFactsOf } from './facts-of.ts'

const now = new Date('2030-01-01T12:00:00Z')

describe('what is known of a request', () => {
  it('is who asks, from where, with what and when', async () => {
    const headers = { 'user-agent': 'gatehouse-cli/1.0' }
    expect(await factsOf(headers)).toEqual({
      address: '127.0.0.1',
      from: {
        client: 'cli',
        network: '127.0.0.1',
        userAgent: 'gatehouse-cli/1.0',
        requestId: expect.stringMatching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/),
        receivedAt: now,
      },
    })
  })

  it('has an id of our own for each request, whatever the client sends', async () => {
    const headers = { 'x-request-id': 'mine' }
    const [one, other] = [await factsOf(headers), await factsOf(headers)]
    expect(one.from.requestId).not.toBe('mine')
    expect(one.from.requestId).not.toBe(other.from.requestId)
  })

  it('keeps no more of a User-Agent than 256 characters, and "" where there is none', async () => {
    const long = await factsOf({ 'user-agent': `gatehouse-cli/1 ${'x'.repeat(5000)}` })
    expect(long.from.userAgent).toHaveLength(256)
    expect((await factsOf({})).from).toMatchObject({ userAgent: '', client: 'ui' })
  })

  it('has the language that the client asks for', async () => {
    const { from } = await factsOf({ 'accept-language': 'de-AT' })
    expect(from.language).toBe('de')
    expect((await factsOf({})).from.language).toBeUndefined()
  })

  it('has the address that a trusted proxy tells, and counts by its network', async () => {
    const headers = { 'x-forwarded-for': '2001:db8:1:2::7' }
    expect(await factsOf(headers, ['127.0.0.1'])).toMatchObject({
      address: '2001:db8:1:2::7',
      from: { network: '2001:db8:1:2::/64' },
    })
    expect(await factsOf(headers)).toMatchObject({ address: '127.0.0.1' })
  })

  it('T-104: says once that a trusted proxy tells no address, in a form without digits', async () => {
    const lines: unknown[] = []
    const onUnreadableHop = createHopWarning({ warn: (...line) => void lines.push(line) })
    for (const hop of ['203.0.113.9_4711', '[2001:db8::7', 'unknown']) {
      const facts = await factsOf({ 'x-forwarded-for': hop }, ['127.0.0.1'], onUnreadableHop)
      expect(facts.address).toBe('127.0.0.1')
    }
    await factsOf({ 'x-forwarded-for': '203.0.113.9:4711' }, ['127.0.0.1'], onUnreadableHop)
    expect(lines).toEqual([
      [{ form: 'xxx.x.xxx.x_xxxx' }, 'X-Forwarded-For of a trusted proxy cannot be read'],
    ])
  })
})

async function factsOf(
  headers: Readonly<Record<string, string>>,
  proxies: string[] = [],
  onUnreadableHop?: (hop: string) => void,
) {
  const read = createFactsOf({
    agents: { cli: ['gatehouse-cli/'], vscode: [] },
    trustedProxies: createTrustedProxies(proxies),
    onUnreadableHop,
    languageOf: (accepted) => accepted?.slice(0, 2),
    now: () => now,
  })
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const url = await listen((request, response) => {
    resolve(request)
    response.end()
  })
  get(url, { headers })
  const facts = read(await promise)
  // A second call is told the same, the id above all.
  expect(read(await promise)).toBe(facts)
  return facts
}
