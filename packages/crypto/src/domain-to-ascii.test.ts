import { describe, expect, it } from '@jest/globals'
import { domainToAscii } from './domain-to-ascii.ts'
import vectors from './fixtures/to-ascii.json' with { type: 'json' }

describe('domainToAscii', () => {
  it.each([
    ['example.com', 'example.com'],
    ['Example.COM', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['faß.example', 'xn--fa-hia.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['1.example', '1.example'],
  ])('turns %j into %j', (domain, ascii) => {
    expect(domainToAscii(domain)).toBe(ascii)
  })

  it.each([
    ['nothing', ''],
    ['invalid punycode', 'xn--iñvalid.com'],
    ['a joiner out of place', 'a\u200db.com'],
    ['a path', 'example.com/path'],
    ['a backslash', 'example.com\\path'],
    ['a query', 'example.com?query'],
    ['a fragment', 'example.com#fragment'],
    ['a port', 'example.com:80'],
    ['a user', 'user@example.com'],
    ['percent encoding', 'ex%61mple.com'],
    ['a tab', 'exa\tmple.com'],
    ['a line feed', 'example.com\n'],
    ['a null character', 'example\0.com'],
    ['a space', 'example .com'],
    ['an underscore', 'a_b.com'],
    ['a full-width slash', 'example.com／path'],
    ['a full-width exclamation mark', 'a！b.com'],
    ['an address', '127.0.0.1'],
    ['an address in hexadecimal', '0x7f.1'],
    ['an address in full-width digits', '１２７.１'],
    ['an address in brackets', '[::1]'],
  ])('finds no such form for %s', (_, domain) => {
    expect(domainToAscii(domain)).toBeNull()
  })
})

describe('domainToAscii and the vectors of web-platform-tests', () => {
  it.each(vectors)('gives the form of %j, which is %j, or none', (domain, ascii) => {
    expect([null, ascii]).toContain(domainToAscii(String(domain)))
  })

  it('gives the form of most domains that have one', () => {
    const valid = vectors.filter(([, ascii]) => ascii !== null)
    const found = valid.filter(([domain]) => domainToAscii(String(domain)) !== null)
    expect(found.length).toBeGreaterThan(valid.length / 2)
  })
})
