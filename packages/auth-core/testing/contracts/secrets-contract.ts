import { expect } from 'expect'
import type { DigestPurpose, Secrets } from '../../src/ports/index.ts'
import { about, type Contract, shown } from './contract.ts'
import { type Subject, testsOf } from './subject.ts'

/** The adapter that {@link secretsContract} tests. */
export interface SecretsSubject extends Subject<Secrets> {
  /** Opens an adapter with another key than `open` uses; the same key each time. */
  openWithOtherKey(): Promise<Secrets>
}

// A record, so that the compiler asks for a purpose that is new.
const purposes = Object.keys({
  otp: true,
  verify_email: true,
  reset_password: true,
  reopen_organization: true,
  malformed_email: true,
  invitation: true,
  change_email: true,
  audit_chain: true,
} satisfies Record<DigestPurpose, true>) as DigestPurpose[]

const comparisons: readonly (readonly [string, string, boolean])[] = [
  ['', '', true],
  ['a', 'a', true],
  ['zoë 😀', 'zoë 😀', true],
  ['a', 'b', false],
  ['a', 'A', false],
  ['abc', 'abd', false],
  ['', 'a', false],
  ['a', 'ab', false],
  ['ab', 'a', false],
  // Equal numbers of UTF-16 units, different numbers of bytes, and the reverse.
  ['é', 'e', false],
  ['éé', 'eee', false],
  ['é', 'e\u0301', false],
]

/** The promises every {@link Secrets} adapter keeps, as far as values can show them. */
export function secretsContract(subject: SecretsSubject): Contract {
  const on = testsOf(subject, subject.open)

  return about('Secrets:', [
    {
      name: 'makes ids that differ and are safe in URLs',
      run: on(async ({ id }) => {
        const ids = many(1000, id)
        expect(new Set(ids).size).toBe(1000)
        // 128 bits are 22 letters of the densest alphabet that is safe in a URL.
        for (const each of ids) expect(each).toMatch(/^[A-Za-z0-9_-]{22,64}$/)
      }),
    },
    {
      name: 'makes tokens of 256 bits in base64url without padding',
      run: on(async ({ token }) => {
        const tokens = many(1000, token)
        expect(new Set(tokens).size).toBe(1000)
        for (const each of tokens) {
          // The last letter carries four bits and two zeros.
          expect(each).toMatch(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/)
        }
      }),
    },
    {
      name: 'makes tokens without a zero byte, at which some programs would cut a key',
      run: on(async ({ token }) => {
        for (const each of many(1000, token)) {
          expect(Array.from(atob(each.replaceAll('-', '+').replaceAll('_', '/')))).not.toContain(
            '\0',
          )
        }
      }),
    },
    {
      name: 'makes tokens that use every bit',
      run: on(async ({ token }) => {
        const tokens = many(1000, token)
        for (let place = 0; place < 42; place += 1) {
          const letters = new Set(tokens.map((each) => each[place]))
          expect(letters.size).toBeGreaterThan(55)
        }
      }),
    },
    {
      name: 'makes codes of six digits, every digit equally likely in every place',
      run: on(async ({ otpCode }) => {
        const codes = many(5000, otpCode)
        for (const each of codes) expect(each).toMatch(/^[0-9]{6}$/)
        for (let place = 0; place < 6; place += 1) {
          for (const digit of '0123456789') {
            const times = codes.filter((each) => each[place] === digit).length
            // 500 are expected; 160 more or fewer are 7.5 standard deviations.
            expect(Math.abs(times - 500)).toBeLessThan(160)
          }
        }
      }),
    },
    {
      name: 'makes API keys of a recognisable prefix and 256 bits',
      run: on(async ({ apiKey }) => {
        const keys = many(1000, apiKey)
        expect(new Set(keys).size).toBe(1000)
        const [prefix] = /^[A-Za-z][A-Za-z0-9]*_/.exec(keys[0] ?? '') ?? ['no prefix']
        for (const each of keys) {
          expect(each.startsWith(prefix)).toBe(true)
          expect(each.slice(prefix.length)).toMatch(/^[A-Za-z0-9_-]{43,}$/)
        }
      }),
    },
    {
      name: 'digests equal input to an equal digest, after a restart too',
      run: on(async (secrets) => {
        const restarted = await subject.open()
        for (const purpose of purposes) {
          const digest = secrets.digest(purpose, '012345 😀')
          expect(secrets.digest(purpose, '012345 😀')).toBe(digest)
          expect(restarted.digest(purpose, '012345 😀')).toBe(digest)
        }
        await subject.close?.(restarted)
      }),
    },
    {
      name: 'counts the digest of now among those that it may have given, as the first',
      run: on(async (secrets) => {
        for (const purpose of purposes) {
          const digests = secrets.digests(purpose, '012345 😀')
          expect(digests[0]).toBe(secrets.digest(purpose, '012345 😀'))
          expect(new Set(digests).size).toBe(digests.length)
        }
      }),
    },
    {
      name: 'T-04: digests no two inputs or purposes to the same',
      run: on(async ({ digest }) => {
        const texts = [
          '',
          '0',
          '00',
          '012345',
          ' 012345',
          '012345 ',
          '012346',
          'é',
          'e\u0301',
          '😀',
        ]
        const longer = [...purposes, ...purposes.map((purpose) => `${purpose}:012345`)]
        const all = [...texts, ...longer]
        const digests = purposes.flatMap((purpose) => all.map((text) => digest(purpose, text)))
        expect(new Set(digests).size).toBe(purposes.length * all.length)
      }),
    },
    {
      name: 'digests by its key: another key, another digest',
      run: on(async (secrets) => {
        const other = await subject.openWithOtherKey()
        for (const purpose of purposes) {
          expect(other.digest(purpose, '012345')).not.toBe(secrets.digest(purpose, '012345'))
        }
        await subject.close?.(other)
      }),
    },
    {
      name: 'shows nothing of the text in a digest',
      run: on(async ({ digest }) => {
        const text = 'a-text-to-hide'
        const bytes = new TextEncoder().encode(text)
        const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        const shown = digest('reset_password', text)
        for (const form of [text, hex, btoa(text).replaceAll('=', '')]) {
          expect(shown).not.toContain(form)
        }
      }),
    },
    ...[
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['zoë 😀', 'c0ad3c806a98baed80222a0b89bfbffaf5821c35373a5e48c23ed48789fcf462'],
    ].map(([text = '', hash]) => ({
      name: `hashes ${shown(text)} as every other program does`,
      run: on(async (secrets) => expect(secrets.hash(text)).toBe(hash)),
    })),
    ...comparisons.map(([one, other, same]) => ({
      name: `${same ? 'takes' : 'does not take'} ${shown(one)} and ${shown(other)} for equal`,
      run: on(async ({ equal }) => {
        expect(equal(one, other)).toBe(same)
        expect(equal(other, one)).toBe(same)
      }),
    })),
  ])
}

function many(count: number, make: () => string): readonly string[] {
  return Array.from({ length: count }, () => make())
}
