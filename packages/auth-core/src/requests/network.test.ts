import { describe, expect, it } from '@jest/globals'
import { clientAddress, createTrustedProxies, networkOf, unreadableHop } from './network.ts'

describe('the client’s address', () => {
  const nobody = createTrustedProxies([])
  const proxies = createTrustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'])

  it('T-59: is the peer’s while nobody is trusted, loopback included', () => {
    expect(clientAddress('127.0.0.1', ['192.0.2.1'], nobody)).toBe('127.0.0.1')
    expect(clientAddress('203.0.113.7', ['192.0.2.1'], proxies)).toBe('203.0.113.7')
  })

  it.each([
    ['one hop', ['192.0.2.1'], '192.0.2.1'],
    ['what the client made up before it', ['1.1.1.1, 2.2.2.2, 192.0.2.1'], '192.0.2.1'],
    ['several proxies', ['192.0.2.1, 10.1.2.3, 10.9.9.9'], '192.0.2.1'],
    ['several headers', ['1.1.1.1', '192.0.2.1', '10.1.2.3'], '192.0.2.1'],
    ['an IPv6 client and proxy', ['2001:db8::5, fd00::1'], '2001:db8::5'],
    ['an IPv4 address in IPv6 clothes', ['::ffff:192.0.2.1'], '192.0.2.1'],
    ['spaces', ['  192.0.2.1  '], '192.0.2.1'],
    ['no header', [], '127.0.0.1'],
    ['nothing in it', [''], '127.0.0.1'],
    ['nonsense', ['unknown'], '127.0.0.1'],
    ['nonsense behind an address', ['192.0.2.1, _hidden'], '127.0.0.1'],
    ['nothing but proxies', ['10.0.0.1, 10.0.0.2'], '10.0.0.1'],
  ])('is the right-most that no trusted proxy has: %s', (_name, forwardedFor, expected) => {
    expect(clientAddress('127.0.0.1', forwardedFor, proxies)).toBe(expected)
  })

  it('knows a proxy by its IPv4 address on an IPv6 socket', () => {
    expect(clientAddress('::ffff:10.2.3.4', ['192.0.2.1'], proxies)).toBe('192.0.2.1')
  })

  it.each([
    [['0.0.0.0/0']],
    [['::/0']],
    [['0.0.0.0/1', '128.0.0.0/1']],
    [['10.0.0.0/8', '::/1', '8000::/2', 'c000::/2']],
  ])('T-104: is chosen by no client, so %j is refused', (blocks) => {
    expect(() => createTrustedProxies(blocks)).toThrow('would trust every address')
  })

  it('has no zone', () => {
    expect(clientAddress('fe80::1%eth0', [], nobody)).toBe('fe80::1')
  })

  it('trusts no name', () => {
    expect(proxies.includes('localhost')).toBe(false)
    expect(proxies.includes('')).toBe(false)
  })

  it.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['192.0.2.128/25', '192.0.2.128', '192.0.2.127'],
    ['192.0.2.4', '192.0.2.4', '192.0.2.5'],
    ['2001:db8::/33', '2001:db8:7fff::', '2001:db8:8000::'],
  ])('trusts all of %s and no more', (block, last, next) => {
    const trusted = createTrustedProxies([block])
    expect([trusted.includes(last), trusted.includes(next)]).toEqual([true, false])
  })
})

describe('T-104: hops as some proxies write them', () => {
  const trusted = createTrustedProxies(['10.0.0.1'])

  it.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['[::ffff:cb00:7109]:80', '203.0.113.9'],
    ['2001:db8::4711', '2001:db8::4711'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['"[2001:db8::7]:4711"', '2001:db8::7'],
    ['"203.0.113.9', '10.0.0.1'],
    ['203.0.113.9:x', '10.0.0.1'],
    ['[203.0.113.9', '10.0.0.1'],
  ])('%s is %s', (hop, address) => {
    expect(clientAddress('10.0.0.1', [hop], trusted)).toBe(address)
  })
})

describe('what a trusted proxy says that is no address', () => {
  const trusted = createTrustedProxies(['10.0.0.0/8'])

  it.each<[string, readonly string[], string | undefined]>([
    ['alone', ['unknown'], 'unknown'],
    ['behind another', ['203.0.113.9, 203.0.113.9_80 , 10.0.0.2'], '203.0.113.9_80'],
    ['in a field of its own', ['203.0.113.9', 'x'], 'x'],
    ['in front of an address', ['unknown, 203.0.113.9'], undefined],
    ['of nobody', [], undefined],
    ['of machines of its own', ['10.0.0.3, 10.0.0.2'], undefined],
  ])('is found: %s', (_, forwardedFor, hop) => {
    const address = clientAddress('10.0.0.1', forwardedFor, trusted)
    expect(unreadableHop(address, forwardedFor, trusted)).toBe(hop)
  })

  it('is nothing when somebody else says it', () => {
    expect(unreadableHop('203.0.113.9', ['unknown'], trusted)).toBeUndefined()
  })
})

describe('the network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::1', '2001:db8:1:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('T-59: is one for all addresses of a /64, and another beside it', () => {
    const addresses = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:0:0:0:9',
    ]
    expect(new Set(addresses.map(networkOf)).size).toBe(1)
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  })
})
