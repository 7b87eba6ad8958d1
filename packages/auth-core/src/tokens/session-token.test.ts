import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts, createMemorySigningKey } from '../../testing/index.ts'
import type { LoginProof } from '../records/proof.ts'
import { defaultSettings } from '../settings.ts'
import { effectiveClient, openProof, sealProof } from './session-token.ts'

const ports = createMemoryPorts()
const now = ports.clock.now()
const proof: LoginProof = {
  loginId: 'login-1',
  accounts: [
    { accountId: 'account-1', credentialVersion: 1 },
    { accountId: 'account-2', credentialVersion: 7 },
  ],
  client: 'cli',
  authTime: now,
  methods: ['pwd', 'otp'],
}

/** What a session token says, as it stands in the token. */
const claims = {
  iss: 'gatehouse',
  lid: 'login-1',
  iat: 1_893_456_000,
  exp: 1_893_456_900,
  auth_time: 1_893_456_000,
  source: 'cli',
  amr: ['pwd', 'otp'],
  accounts: [
    ['account-1', 1],
    ['account-2', 7],
  ],
}

describe('a session token', () => {
  it('gives back what was sealed', () => {
    expect(open(sealProof(ports, defaultSettings, proof))).toEqual(proof)
    expect(open(sign(claims))).toEqual(proof)
  })

  it('says exactly this much', () => {
    const token = sealProof(ports, defaultSettings, proof)
    expect(ports.tokenSigner.verify('session', token, ports.keyRing.current())).toEqual(claims)
  })

  it('T-05: never outlives the longest session', () => {
    const settings = { ...defaultSettings, maxSessionSeconds: 3600 }
    const authTime = new Date(now.getTime() - 3_500_000)
    const token = sealProof(ports, settings, { ...proof, authTime })
    const sealed = ports.tokenSigner.verify('session', token, ports.keyRing.current())
    expect(sealed).toMatchObject({ exp: 1_893_456_100, auth_time: 1_893_452_500 })
  })

  it('T-04: is not opened when it is signed as an access token', () => {
    const [key] = ports.keyRing.current()
    if (!key) throw new TypeError('no key signs')
    expect(open(ports.tokenSigner.sign('access', claims, key))).toBeNull()
  })

  it('is not opened when another key signed it', () => {
    expect(
      open(ports.tokenSigner.sign('session', claims, createMemorySigningKey('key-2'))),
    ).toBeNull()
  })

  it.each([
    ['iss', 'another service'],
    ['iss', undefined],
    ['iat', '1893456000'],
    ['iat', undefined],
    ['exp', null],
    ['exp', undefined],
    ['auth_time', '1893456000'],
    ['auth_time', undefined],
    ['source', 'browser'],
    ['source', undefined],
    ['amr', 'pwd'],
    ['amr', undefined],
    ['accounts', 'account-1'],
    ['accounts', undefined],
  ])('is not opened when %s is %j', (name, value) => {
    expect(open(sign({ ...claims, [name]: value }))).toBeNull()
  })

  it.each([
    ['a text', 'account-1'],
    ['without a version', ['account-1']],
    ['with a version that is no number', ['account-1', '1']],
    ['with an id that is no text', [1, 1]],
  ])('opens no account that is %s', (_, account) => {
    expect(open(sign({ ...claims, accounts: [account] }))).toMatchObject({ accounts: [] })
  })

  it('knows only the methods we know', () => {
    expect(open(sign({ ...claims, amr: ['pwd', 'palm'] }))).toMatchObject({ methods: ['pwd'] })
  })
})

describe('the client type of two steps', () => {
  it.each([
    ['ui', 'ui', 'ui'],
    ['cli', 'cli', 'cli'],
    ['vscode', 'vscode', 'vscode'],
    ['cli', 'ui', 'ui'],
    ['ui', 'cli', 'ui'],
    ['cli', 'vscode', 'ui'],
    ['vscode', 'cli', 'ui'],
  ] as const)('T-02: of %s and %s is %s', (one, other, both) => {
    expect(effectiveClient(one, other)).toBe(both)
  })
})

function open(token: string) {
  return openProof(ports, defaultSettings, { token, at: now })
}

function sign(payload: Readonly<Record<string, unknown>>): string {
  const [key] = ports.keyRing.current()
  if (!key) throw new TypeError('no key signs')
  return ports.tokenSigner.sign('session', payload, key)
}
