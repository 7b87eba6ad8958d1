import { domainToASCII } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { parseEmailAddress } from './email-address.ts'
import isemail from './fixtures/isemail.json' with { type: 'json' }
import python from './fixtures/python-email-validator.json' with { type: 'json' }
import skeggse from './fixtures/skeggse-isemail.json' with { type: 'json' }

describe('parseEmailAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['Ada.L@Example.COM', 'Ada.L@Example.COM', 'ada.l@example.com'],
    ['ada+tag@example.com', 'ada+tag@example.com', 'ada+tag@example.com'],
    ["o'brien@example.com", "o'brien@example.com", "o'brien@example.com"],
    ['Ada@bücher.example', 'Ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['Ada@XN--BCHER-KVA.example', 'Ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com', 'ada@example.com'],
    ['ada@quac\u212a.com', 'ada@quack.com', 'ada@quack.com'],
    ['ada@faß.example', 'ada@xn--fa-hia.example', 'ada@xn--fa-hia.example'],
  ])('reads %j', (input, given, canonical) => {
    expect(parse(input)).toEqual({ ok: true, value: { given, canonical } })
  })

  it('B-23: gives every spelling of the case the same canonical form', () => {
    const spellings = ['Super@X.com', 'super@x.COM', 'SUPER@x.com']
    expect(new Set(spellings.map(canonicalOf))).toEqual(new Set(['super@x.com']))
  })

  it.each([
    ['T-24: a dot at the end', 'victim@corp.com.', 'domain'],
    ['T-24: a Kelvin sign', 'quac\u212a@example.com', 'local_part'],
    ['T-24: a dotless i', 'mıke@example.com', 'local_part'],
    ['T-24: a full-width @', 'victim＠corp.com', 'at_sign'],
    ['T-24: a full-width @ before the @', 'victim＠corp.com@evil.example', 'local_part'],
    ['T-24: a full-width @ after the @', 'victim@corp.com＠evil.example', 'domain'],
    ['T-24: a small @ after the @', 'victim@corp.com﹫evil.example', 'domain'],
    ['T-24: a full-width letter before the @', 'ａlice@example.com', 'local_part'],
    ['T-24: a quoted local part with an @', '"a@evil.example"@corp.com', 'at_sign'],
    ['T-24: a quoted local part', '"a b"@corp.com', 'local_part'],
    ['T-24: a second address', 'victim@corp.com,evil@x', 'at_sign'],
    ['T-24: a space at the end', 'victim@CORP.com ', 'domain'],
    ['T-24: a space at the start', ' victim@corp.com', 'local_part'],
    ['T-23: two addresses in one', 'attacker@evil.com@corp.com', 'at_sign'],
    ['T-23: a null character', 'victim@corp.com\0', 'domain'],
    ['T-56: a line break', 'a@x.com\r\nRCPT TO:<b@y>', 'at_sign'],
    ['T-56: a line break without a second @', 'a@x.com\r\nBcc: evil', 'domain'],
    ['T-56: a display name', 'Evil <a@x.com>', 'local_part'],
    ['an escaped character', 'a@ex%61mple.com', 'domain'],
    ['a tab in the domain', 'a@ex\tample.com', 'domain'],
    ['a port', 'a@example.com:25', 'domain'],
    ['an IPv4 address', 'a@127.0.0.1', 'domain'],
    ['an IPv4 address in hexadecimal', 'a@127.0.0.0x1', 'domain'],
    ['an address literal', 'a@[127.0.0.1]', 'domain'],
    ['a top label that is a number', 'a@example.123', 'domain'],
    ['a top label that begins with a digit', 'a@example.1com', 'domain'],
    ['a single label', 'a@localhost', 'domain'],
    ['an underscore in the domain', 'a@ex_ample.com', 'domain'],
    ['a full-width dot', 'a@example．com', 'domain'],
    ['an ideographic full stop', 'a@example。com', 'domain'],
    ['a character that unfolds into a slash', 'a@\u2100.com', 'domain'],
    ['a zero-width space in the domain', 'a@exa\u200bmple.com', 'domain'],
    ['a soft hyphen in the domain', 'a@exa\u00admple.com', 'domain'],
    ['a reserved label', 'a@yy--0.com', 'domain'],
    ['no domain', 'a@', 'domain'],
    ['no local part', '@example.com', 'local_part'],
    ['nothing', '', 'at_sign'],
  ])('refuses %s', (_, input, rule) => {
    expect(parse(input)).toMatchObject({ ok: false, rule })
  })

  it('measures the local part, the labels and the whole', () => {
    const longest = `${'l'.repeat(64)}@${`${'d'.repeat(61)}.`.repeat(3)}com`
    expect(longest).toHaveLength(254)
    expect(parse(longest)).toMatchObject({ ok: true })
    expect(parse(`${longest}m`)).toMatchObject({ rule: 'too_long' })
    expect(parse(`${'l'.repeat(65)}@example.com`)).toMatchObject({ rule: 'local_part' })
    expect(parse(`a@${'d'.repeat(63)}.com`)).toMatchObject({ ok: true })
    expect(parse(`a@${'d'.repeat(64)}.com`)).toMatchObject({ rule: 'domain' })
  })

  it('measures a domain outside ASCII by its A-labels', () => {
    const longest = `${'l'.repeat(64)}@${`ü${'d'.repeat(53)}.`.repeat(3)}com`
    const read = parse(longest)
    expect(longest).toHaveLength(233)
    expect(read.ok && read.value.given).toHaveLength(254)
    expect(parse(`${longest}m`)).toMatchObject({ rule: 'too_long' })
    expect(parse(`a@ü${'d'.repeat(56)}.com`)).toMatchObject({ rule: 'domain' })
  })

  it.each([
    ['says that there is no A-label form', null],
    ['gives back an address literal', '[::1]'],
    ['gives back another @', 'b@example.com'],
    ['keeps the case', 'Example.com'],
    ['gives back nothing', ''],
  ])('refuses a domain whose conversion %s', (_, converted) => {
    expect(parseEmailAddress('a@example.com', () => converted)).toMatchObject({ rule: 'domain' })
  })

  it('never converts a domain that is too long', () => {
    const convert = () => {
      throw new Error('converted')
    }
    const huge = `a@${'ü'.repeat(1_000_000)}.com`
    expect(parseEmailAddress(huge, convert)).toMatchObject({ rule: 'too_long' })
  })

  it('sends to the domain that it checked, whatever the conversion makes of it', () => {
    expect(parseEmailAddress('Ada@one.example', () => 'two.example')).toEqual({
      ok: true,
      value: { given: 'Ada@two.example', canonical: 'ada@two.example' },
    })
  })

  it('never repeats the address in a message', () => {
    const answers = ['s3cret', 's3crét@x.com', 's3cret@s3crét', 's3cret@'.padEnd(300, 'x')].map(
      parse,
    )
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ ok: false })))
    expect(JSON.stringify(answers)).not.toMatch(/s3cr/)
  })
})

describe('parseEmailAddress and the vectors of skeggse/isemail', () => {
  it.each(skeggse)(
    'takes %j (%s) only if it is one plain address',
    (address = '', diagnosis = '') => {
      const read = parse(address)
      if (!read.ok) return expect(read.rule).toMatch(/^(?:at_sign|local_part|domain|too_long)$/)
      expect(diagnosis).toMatch(/^(?:valid|dnsWarn|rfc5321TLD|rfc6531|rfc5322)/i)
      return expect(read.value.given).toMatch(/^[!-~]+@[a-zA-Z0-9.-]+$/)
    },
  )
})

describe('parseEmailAddress and the vectors of isemail', () => {
  // Well-formed addresses of a single label exist on paper only.
  const checked = isemail.map(([address = '', diagnosis = '']) => ({
    address,
    diagnosis,
    ok: /^(?:VALID|DNSWARN_.*)$/.test(diagnosis) && address.includes('.'),
  }))

  it.each(checked)('checks $address ($diagnosis) acceptable: $ok', ({ address, ok }) => {
    expect(parse(address).ok).toBe(ok)
  })
})

describe('parseEmailAddress and the vectors of python-email-validator', () => {
  it.each(python.valid)('accepts %j', (address = '', ascii = '') => {
    expect(parse(address)).toMatchObject({ value: { given: ascii } })
  })

  it.each(python.reservedDomain)(
    'accepts %j: whether a domain exists is for DNS to say',
    (address) => {
      expect(parse(address).ok).toBe(true)
    },
  )

  it.each([...python.quotedOrNamed, ...python.nonAsciiLocalPart])('refuses %j', (address) => {
    expect(parse(address).ok).toBe(false)
  })

  it.each(python.invalid.filter((address) => address !== 'me@xn--0.tld'))(
    'refuses %j',
    (address) => {
      expect(parse(address).ok).toBe(false)
    },
  )

  it('takes an A-label as it is typed: whether it decodes is for DNS to say', () => {
    expect(python.invalid).toContain('me@xn--0.tld')
    expect(canonicalOf('me@xn--0.tld')).toBe('me@xn--0.tld')
  })

  it.each(python.unsafeText)('refuses %j on either side of the @', (text) => {
    expect(parse(`${text}me@example.com`).ok).toBe(false)
    expect(parse(`me@${text}.com`).ok).toBe(false)
  })
})

describe('an accepted address', () => {
  const plain = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$/
  const basicPlane = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))

  it.each([
    ['before the address', (unit: string) => `${unit}ada@example.com`],
    ['in the local part', (unit: string) => `a${unit}da@example.com`],
    ['after the @', (unit: string) => `ada@${unit}example.com`],
    ['in the domain', (unit: string) => `ada@ex${unit}ample.com`],
    ['after the address', (unit: string) => `ada@example.com${unit}`],
  ])('is plain ASCII with one @, whichever character stands %s', (_, addressWith) => {
    const read = basicPlane
      .map(addressWith)
      .map(parse)
      .filter(({ ok }) => ok)
    const sent = read.flatMap((parsed) => (parsed.ok ? Object.values(parsed.value) : []))
    expect(sent.length).toBeGreaterThan(60)
    expect(sent.filter((address) => !plain.test(address))).toEqual([])
  })

  it.each([...'\r\n<>,;"@()[]:\\ \t\0'])('never holds %j outside its one @', (hostile) => {
    const address = 'ada.l@mail.example.com'
    const spoiled = Array.from(
      { length: address.length + 1 },
      (_, at) => address.slice(0, at) + hostile + address.slice(at),
    )
    expect(spoiled.filter((text) => parse(text).ok)).toEqual([])
  })
})

function parse(input: string) {
  return parseEmailAddress(input, (domain) => domainToASCII(domain) || null)
}

function canonicalOf(input: string): string | undefined {
  const parsed = parse(input)
  return parsed.ok ? parsed.value.canonical : undefined
}
