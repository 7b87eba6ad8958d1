import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { ipv4Bytes, ipv6Groups } from './ip-address.ts'
import { createTrustedProxies, networkOf } from './network.ts'

const nearlyIp = fc
  .array(fc.constantFrom('0', '1', '9', '25', '255', '256', '01', 'f', 'FFFF', ':', '::', '.', ' '))
  .map((parts) => parts.join(''))

describe('an address', () => {
  it('is what Node takes for one, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearlyIp), (text) => {
        expect([ipv4Bytes(text) !== undefined, ipv6Groups(text) !== undefined]).toEqual([
          isIPv4(text),
          isIPv6(text),
        ])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::1%eth0',
    '1.2.3.4::',
  ])('is not %j', (text) => {
    expect(ipv6Groups(text)).toBeUndefined()
  })

  it('has the network of its canonical form, however it is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
        expect(networkOf(text)).toBe(networkOf(canonical))
      }),
    )
  })
})

describe('a block', () => {
  const ipv4 = fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }), fc.ipV4())
  const ipv6 = fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 128 }), fc.ipV6())

  it('has the addresses that Node finds in it', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6), ([first, bits, other]) => {
        const family = isIPv4(first) ? 'ipv4' : 'ipv6'
        const list = new BlockList()
        list.addSubnet(first, bits, family)
        const trusted = createTrustedProxies([`${first}/${bits}`])
        expect(trusted.includes(first)).toBe(true)
        expect(trusted.includes(other)).toBe(list.check(other, family))
      }),
    )
  })

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/x'])(
    'is not %j',
    (text) => {
      expect(() => createTrustedProxies([text])).toThrow(TypeError)
    },
  )

  it('of IPv6 has no IPv4 address in it, and one written as IPv6 has', () => {
    expect(createTrustedProxies(['::/1']).includes('10.0.0.1')).toBe(false)
    expect(createTrustedProxies(['::ffff:10.0.0.0/104']).includes('10.9.9.9')).toBe(true)
    expect(createTrustedProxies(['::ffff:10.0.0.0/80']).includes('10.9.9.9')).toBe(false)
  })
})
