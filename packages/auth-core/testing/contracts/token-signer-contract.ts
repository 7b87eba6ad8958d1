import { expect } from 'expect'
import type { SigningKey, TokenSigner } from '../../src/ports/index.ts'
import { toBase64url } from '../memory/base64url.ts'
import { about, type Contract } from './contract.ts'
import { forge, hs256, jwsPart, readJwsPart } from './forge.ts'
import { type Subject, testsOf } from './subject.ts'

/** The adapter that {@link tokenSignerContract} tests. */
export type TokenSignerSubject = Subject<TokenSigner>

const key = keyOf('key-1', 7)
const other = keyOf('key-2', 9)
const ring = [other, key]

const types = ['access', 'session', 'kept'] as const
const typ = { access: 'at+jwt', session: 'session+jwt', kept: 'kept+jwt' } as const
const header = { alg: 'HS256', typ: typ.access, kid: key.kid }
const claims = { sub: 'ada', groups: ['one', 'zwei ü 😀'], nested: { a: null, b: [1.5, true] } }

/** The promises every {@link TokenSigner} adapter keeps. */
export function tokenSignerContract(subject: TokenSignerSubject): Contract {
  const on = testsOf(subject, subject.open)
  const refuses = (token: string, keys = ring): Promise<void> =>
    on(async (signer) => {
      for (const type of types) expect(signer.verify(type, token, keys)).toBeNull()
    })()

  return about('TokenSigner:', [
    ...signingContract(on),
    ...trustContract(on),
    ...forgedHeaders().map(([what, forged]) => ({
      name: `refuses a rightly signed token with ${what}`,
      run: () => refuses(forge(forged, claims, key)),
    })),
    ...forgedPayloads().map(([what, payload]) => ({
      name: `refuses a rightly signed token whose payload is ${what}`,
      run: () => refuses(forge(header, payload, key)),
    })),
    ...(['HS384', 'HS512'] as const).map((alg) => ({
      name: `refuses ${alg}, under the same key`,
      run: () => refuses(longerMac[alg], [keyOf('fixed', 7)]),
    })),
    ...hostileTexts().map(([what, text]) => ({
      name: `refuses ${what} and never throws`,
      run: () => refuses(text),
    })),
  ])
}

type On = ReturnType<typeof testsOf<TokenSigner>>

function signingContract(on: On): Contract {
  return [
    ...types.map((type) => ({
      name: `gives the claims of its own ${type} tokens back as they were`,
      run: on(async (signer) => {
        for (const each of [claims, {}, { text: '\u0000\u2028"\\' }]) {
          const token = signer.sign(type, each, key)
          expect(signer.verify(type, token, ring)).toEqual(each)
        }
      }),
    })),
    ...types.map((type) => ({
      name: `names algorithm, kind and key in the header of ${type} tokens`,
      run: on(async (signer) => {
        const [head, body, ...rest] = signer.sign(type, claims, other).split('.')
        expect(readJwsPart(head)).toEqual({ alg: 'HS256', typ: typ[type], kid: other.kid })
        expect(readJwsPart(body)).toEqual(claims)
        expect(rest).toHaveLength(1)
      }),
    })),
    {
      name: 'signs access tokens with exactly the bytes of the key, so that a backend can check them',
      run: on(async (signer) => {
        const [head, body, signature] = signer.sign('access', claims, key).split('.')
        expect(signature).toBe(hs256(`${head}.${body}`, key))
        expect(signer.verify('access', forge(header, claims, key), ring)).toEqual(claims)
      }),
    },
    ...(['session', 'kept'] as const).map((type) => ({
      name: `signs ${type} tokens with another key than that`,
      run: on(async (signer) => {
        const [head, body, signature] = signer.sign(type, claims, key).split('.')
        expect(signature).not.toBe(hs256(`${head}.${body}`, key))
        const forged = forge({ ...header, typ: typ[type] }, claims, key)
        expect(signer.verify(type, forged, ring)).toBeNull()
      }),
    })),
    {
      name: 'signs with keys longer than 32 bytes and longer than a block',
      run: on(async (signer) => {
        for (const length of [33, 64, 65, 200]) {
          const long = { ...key, secret: toBase64url(new Uint8Array(length).fill(length)) }
          for (const type of types) {
            const token = signer.sign(type, claims, long)
            expect(signer.verify(type, token, [long])).toEqual(claims)
            expect(signer.verify(type, token, [key])).toBeNull()
          }
        }
      }),
    },
    {
      name: 'checks neither times nor claims',
      run: on(async (signer) => {
        const odd = [
          { exp: 1, nbf: 4_102_444_800, iat: 4_102_444_800 },
          { exp: 'soon', nbf: null, iat: [], iss: 5, aud: {}, sub: false },
        ]
        for (const type of types) {
          for (const each of odd) {
            expect(signer.verify(type, signer.sign(type, each, key), ring)).toEqual(each)
          }
        }
        for (const each of odd) {
          expect(signer.verify('access', forge(header, each, key), ring)).toEqual(each)
        }
      }),
    },
    {
      name: 'accepts a key whatever its times: which keys count is the caller to say',
      run: on(async (signer) => {
        const past = new Date('2001-01-01T00:00:00Z')
        const old = { ...key, acceptedUntil: past, revokedAt: past }
        const token = signer.sign('access', claims, old)
        expect(signer.verify('access', token, [old])).toEqual(claims)
      }),
    },
  ]
}

function trustContract(on: On): Contract {
  return [
    {
      name: 'never takes one kind of token for another',
      run: on(async (signer) => {
        for (const type of types) {
          const token = signer.sign(type, claims, key)
          for (const other of types.filter((each) => each !== type)) {
            expect(signer.verify(other, token, ring)).toBeNull()
          }
        }
      }),
    },
    ...types.map((type) => ({
      name: `refuses ${type} tokens whose key is not among those given`,
      run: on(async (signer) => {
        const token = signer.sign(type, claims, key)
        expect(signer.verify(type, token, [other])).toBeNull()
        expect(signer.verify(type, token, [])).toBeNull()
      }),
    })),
    ...types.map((type) => ({
      name: `checks ${type} tokens by the key that they name, not by any`,
      run: on(async (signer) => {
        const renamed = { ...other, kid: key.kid }
        expect(signer.verify(type, signer.sign(type, claims, renamed), ring)).toBeNull()
        const misnamed = { ...key, kid: other.kid }
        expect(signer.verify(type, signer.sign(type, claims, misnamed), ring)).toBeNull()
        for (const each of ring) {
          const unknown = { ...each, kid: 'key-3' }
          expect(signer.verify(type, signer.sign(type, claims, unknown), ring)).toBeNull()
        }
      }),
    })),
    ...types.map((type) => ({
      name: `refuses ${type} tokens of which any one character was changed`,
      run: on(async (signer) => {
        const token = signer.sign(type, { sub: 'ada' }, key)
        const letters = [...token]
        const altered = letters.map((letter, index) =>
          letters.with(index, letter === 'A' ? 'B' : 'A').join(''),
        )
        expect(altered.filter((text) => signer.verify(type, text, ring) !== null)).toEqual([])
      }),
    })),
    ...types.map((type) => ({
      name: `knows one spelling of ${type} tokens alone`,
      run: on(async (signer) => {
        const token = signer.sign(type, claims, key)
        const [head = '', body = '', signature = ''] = token.split('.')
        const spellings = [
          ...['=', '.', '..', ' ', '\n', '\r\n', '\0', 'A', '.A', '.A.A', '\ufeff'].map(
            (junk) => `${token}${junk}`,
          ),
          ...[' ', '\n', '.', 'Bearer ', '\ufeff', '"'].map((junk) => `${junk}${token}`),
          `${head}=.${body}.${signature}`,
          `${head}.${body}=.${signature}`,
          `${head} .${body}.${signature}`,
          `${head}.${body}\n.${signature}`,
          `${head}..${body}.${signature}`,
          `${head}.${body}.`,
          `${head}.${body}`,
          `${head}.${body}.${signature.slice(0, -1)}`,
          `${head}.${body}.${signature.slice(0, 22)}`,
          `${head}.${body}.${respelled(signature)}`,
          `${head}.${signature}.${body}`,
          token.toLowerCase(),
          [...token].toReversed().join(''),
        ]
        expect(spellings.filter((text) => signer.verify(type, text, ring) !== null)).toEqual([])
      }),
    })),
  ]
}

function forgedHeaders(): readonly (readonly [string, unknown])[] {
  const without = (name: keyof typeof header) =>
    Object.fromEntries(Object.entries(header).filter(([each]) => each !== name))
  return [
    ...['none', 'None', 'NONE', 'nOnE', '', 'hs256', 'HS384', 'HS512', 'RS256', 'ES256'].map(
      (alg) => [`alg ${JSON.stringify(alg)}`, { ...header, alg }] as const,
    ),
    ['no alg', without('alg')],
    ['alg null', { ...header, alg: null }],
    ['alg as a list', { ...header, alg: ['HS256'] }],
    ['no typ', without('typ')],
    ['typ JWT', { ...header, typ: 'JWT' }],
    ['typ in capitals', { ...header, typ: 'AT+JWT' }],
    ['typ as a list', { ...header, typ: [typ.access] }],
    ['no kid', without('kid')],
    ['an unknown kid', { ...header, kid: 'key-3' }],
    ['the kid of another key', { ...header, kid: other.kid }],
    ['an empty kid', { ...header, kid: '' }],
    ['kid as a list', { ...header, kid: [key.kid] }],
    ['kid null', { ...header, kid: null }],
    ['a critical extension', { ...header, crit: ['b64'], b64: true }],
    ['a header that is a list', [header]],
    ['a header that is null', null],
    ['a header that is no JSON', 'alg=HS256'],
    ['an empty header', ''],
  ]
}

function forgedPayloads(): readonly (readonly [string, unknown])[] {
  return [
    ['null', null],
    ['true', true],
    ['a number', 12],
    ['text', '"ada"'],
    ['a list', []],
    ['a list of claims', [claims]],
    ['empty', ''],
    ['no JSON', '{"sub":"ada"'],
    ['JSON and more', '{"sub":"ada"}{}'],
  ]
}

// Signed with 32 bytes of 7, by HMAC with SHA-384 and SHA-512.
const longerMac = {
  HS384: [
    jwsPart({ alg: 'HS384', typ: typ.access, kid: 'fixed' }),
    jwsPart({ sub: 'ada' }),
    'MFXkg-P-u2ZAIpnm7xerYjdizy4H_-WOo-Lnk0ixcRPb3XbRiLeg7X6q01kVeLNb',
  ].join('.'),
  HS512: [
    jwsPart({ alg: 'HS512', typ: typ.access, kid: 'fixed' }),
    jwsPart({ sub: 'ada' }),
    'y4DAVxL3GdOMj4zealPHjyFLt6wSZSNfTCEuguvWykag8PrdLR3W8zXvkXkNv7_y9YFvG4l8xF9AxiEcq_L-cg',
  ].join('.'),
}

function hostileTexts(): readonly (readonly [string, string])[] {
  const unsigned = `${jwsPart({ ...header, alg: 'none' })}.${jwsPart(claims)}`
  return [
    ['an empty text', ''],
    ['one dot', '.'],
    ['two dots', '..'],
    ['one part', jwsPart(claims)],
    ['two parts', unsigned],
    ['alg none and no signature', `${unsigned}.`],
    ['alg none and the signature of the key', `${unsigned}.${hs256(unsigned, key)}`],
    ['five parts, as an encrypted token has', `${unsigned}.${jwsPart('iv')}.${jwsPart('tag')}.a`],
    ['the JSON form of a JWS', JSON.stringify({ protected: jwsPart(header), payload: 'e30' })],
    ['text that is no token', 'null'],
    ['letters outside base64url', '😀.ü.+/'],
    ['half a surrogate pair', '\ud800.\udc00.\ud800'],
    ['null characters', '\0.\0.\0'],
    ['bytes that are no UTF-8', `${toBase64url(Uint8Array.of(0xff, 0xfe))}.e30.e30`],
    ['a million dots', '.'.repeat(1_000_000)],
    ['eight million letters', 'A'.repeat(8_000_000)],
    ['three huge parts', ['A', 'A', 'A'].map((a) => a.repeat(1_000_000)).join('.')],
    ['a deep header', `${jwsPart('['.repeat(200_000))}.e30.e30`],
    ['the name of an inherited member as kid', forge({ ...header, kid: 'toString' }, {}, key)],
    ['__proto__ as kid', forge({ ...header, kid: '__proto__' }, {}, key)],
  ]
}

/** The same signature with one of the two unused bits at its end set. */
function respelled(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(signature.at(-1) ?? '')
  return `${signature.slice(0, -1)}${alphabet.charAt(last ^ 1)}`
}

function keyOf(kid: string, byte: number): SigningKey {
  return {
    kid,
    secret: toBase64url(new Uint8Array(32).fill(byte)),
    activeFrom: new Date('2030-01-01T00:00:00Z'),
    acceptedUntil: null,
    revokedAt: null,
  }
}
