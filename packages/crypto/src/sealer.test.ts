import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createSealer } from './sealer.ts'

const masterKey = randomBytes(32)
const sealer = createSealer({ masterKey })
const refused = new Error('cannot be opened with this key')

describe('a sealed text', () => {
  it.each(['', 'secret', 'Zoë ☃ 😀', 'x'.repeat(100_000)])('opens again', (text) => {
    expect(sealer.open(sealer.seal(text, 'keys/1'), 'keys/1')).toBe(text)
  })

  it('opens after a restart', () => {
    const sealed = sealer.seal('secret', 'keys/1')
    expect(createSealer({ masterKey }).open(sealed, 'keys/1')).toBe('secret')
  })

  it('opens from what an earlier release wrote', () => {
    const old = createSealer({ masterKey: Buffer.alloc(32, 7) })
    expect(old.open('v1.JBFYqADh.j9mwBYYHKHHNrffh.bNDbpZXfg1i9ssoYy7vKQV_5HHsDpQ', 'keys/1')).toBe(
      'secret',
    )
  })

  it('shows version, key and nonce, and nothing of the text', () => {
    const sealed = sealer.seal('secret', 'keys/1')
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{30}$/)
    expect(sealed).not.toContain(Buffer.from('secret').toString('base64url'))
  })

  it('names the master key that sealed it', () => {
    expect(sealer.seal('secret', 'keys/1').split('.')[1]).toBe(sealer.keyId)
    const { keyId } = createSealer({ masterKey: randomBytes(32), previousKeys: [masterKey] })
    expect(keyId).not.toBe(sealer.keyId)
  })

  it('is another one each time', () => {
    const sealed = Array.from({ length: 100 }, () => sealer.seal('secret', 'keys/1'))
    expect(new Set(sealed.map((text) => text.split('.')[2])).size).toBe(100)
  })

  it.each(['keys/2', '', 'KEYS/1'])('does not open in the context %j', (context) => {
    const sealed = sealer.seal('secret', 'keys/1')
    expect(() => sealer.open(sealed, context)).toThrow(refused)
  })

  it('does not open once any one character was changed, added or removed', () => {
    const sealed = sealer.seal('secret', 'keys/1')
    const altered = Array.from(sealed, (letter, at) => {
      const [before, after] = [sealed.slice(0, at), sealed.slice(at + 1)]
      const other = letter === 'A' ? 'B' : 'A'
      return [before + other + after, before + after, `${before}${letter}A${after}`]
    }).flat()
    expect(altered.filter(opens)).toEqual([])
    expect(opens(sealed)).toBe(true)
  })

  it('has no second spelling', () => {
    const sealed = sealer.seal('secret!', 'keys/1')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const endings = Array.from(alphabet, (letter) => sealed.slice(0, -1) + letter)
    expect(endings.filter(opens)).toEqual([sealed])
  })

  it.each([
    ['nothing', ''],
    ['plain text', 'secret'],
    ['another version', sealer.seal('secret', 'keys/1').replace('v1', 'v2')],
    ['a fifth part', `${sealer.seal('secret', 'keys/1')}.A`],
    ['space around it', ` ${sealer.seal('secret', 'keys/1')} `],
    ['a tag of 15 bytes', sealer.seal('', 'keys/1').slice(0, -2)],
    ['a nonce of 255 bytes', withNonce(randomBytes(255))],
  ])('is not what has %s', (_, text) => {
    expect(() => sealer.open(text, 'keys/1')).toThrow(refused)
  })
})

describe('another master key', () => {
  it('does not open, and says nothing of what it was given', () => {
    const other = createSealer({ masterKey: randomBytes(32) })
    expect(() => other.open(sealer.seal('secret', 'keys/1'), 'keys/1')).toThrow(refused)
  })

  it('opens when the earlier one is given along, and seals with the new one', () => {
    const sealed = sealer.seal('secret', 'keys/1')
    const next = randomBytes(32)
    const rotated = createSealer({ masterKey: next, previousKeys: [randomBytes(32), masterKey] })
    expect(rotated.open(sealed, 'keys/1')).toBe('secret')
    const resealed = rotated.seal('secret', 'keys/1')
    expect(createSealer({ masterKey: next }).open(resealed, 'keys/1')).toBe('secret')
    expect(() => sealer.open(resealed, 'keys/1')).toThrow(refused)
  })

  it('does not open under the name of the one before', () => {
    const other = createSealer({ masterKey: randomBytes(32) })
    const name = other.seal('', '').split('.')[1] ?? ''
    const [version, , ...rest] = sealer.seal('secret', 'keys/1').split('.')
    const renamed = [version, name, ...rest].join('.')
    expect(() => other.open(renamed, 'keys/1')).toThrow(refused)
  })

  it('T-36: is refused when it is not 32 bytes', () => {
    const short = randomBytes(31)
    expect(() => createSealer({ masterKey: short })).toThrow(RangeError)
    expect(() => createSealer({ masterKey, previousKeys: [short] })).toThrow(RangeError)
  })
})

function withNonce(nonce: Buffer): string {
  const [version, keyId, , body] = sealer.seal('secret', 'keys/1').split('.')
  return [version, keyId, nonce.toString('base64url'), body].join('.')
}

function opens(text: string): boolean {
  try {
    return sealer.open(text, 'keys/1') !== ''
  } catch (error) {
    expect(error).toEqual(refused)
    return false
  }
}

describe('a lookup hash', () => {
  const [hash] = sealer.lookupHashes('secret', 'keys')

  it('is the same each time for the same text and context, and for no others', () => {
    expect(sealer.lookupHashes('secret', 'keys')).toEqual([hash])
    const others = [
      sealer.lookupHashes('secreT', 'keys'),
      sealer.lookupHashes('secret', 'key'),
      sealer.lookupHashes('ssecret', 'key'),
      sealer.lookupHashes('', 'keyssecret'),
      createSealer({ masterKey: randomBytes(32) }).lookupHashes('secret', 'keys'),
    ]
    expect(others.flat()).not.toContain(hash)
  })

  it('names its key, and shows nothing of the text', () => {
    expect(hash).toMatch(/^h1\.[\w-]{8}\.[\w-]{43}$/)
    expect(hash.split('.')[1]).toBe(sealer.keyId)
  })

  it('stays what it was, since the database holds it', () => {
    const old = createSealer({ masterKey: Buffer.alloc(32, 7) })
    expect(old.lookupHashes('secret', 'keys')).toEqual([
      'h1.JBFYqADh.rCOaCaGL0blbREWJ3Uc1gudLc9Ou8xPyRkpubaRslR4',
    ])
  })

  it('of an earlier key is known after a change, behind that of the current one', () => {
    const rotated = createSealer({ masterKey: randomBytes(32), previousKeys: [masterKey] })
    const [current, before] = rotated.lookupHashes('secret', 'keys')
    expect(before).toBe(hash)
    expect([current, before].map((each) => rotated.isCurrent(each ?? ''))).toEqual([true, false])
  })
})

it('knows what was sealed under the current key', () => {
  const rotated = createSealer({ masterKey: randomBytes(32), previousKeys: [masterKey] })
  const sealed = [rotated.seal('secret', 'a'), sealer.seal('secret', 'a'), '', 'v1', 'v1.']
  expect(sealed.map((text) => rotated.isCurrent(text))).toEqual([true, false, false, false, false])
})
