import type { SigningKey } from '@gatehouse/auth-core/ports'
import { expect, it } from '@jest/globals'
import foreign from './fixtures/foreign-jws.json' with { type: 'json' }
import { createJwtTokenSigner } from './jwt-token-signer.ts'

const ring: readonly SigningKey[] = [
  {
    kid: 'current',
    secret: Buffer.alloc(32, 7).toString('base64url'),
    activeFrom: new Date('2020-01-01T00:00:00Z'),
    acceptedUntil: null,
    revokedAt: null,
  },
]

it.each(['access', 'session'] as const)(
  'T-35: no JWS of another algorithm, form or key is an %s token',
  (kind) => {
    const signer = createJwtTokenSigner()
    const taken = foreign.filter(([, jws]) => signer.verify(kind, String(jws), ring) !== null)
    expect(taken).toEqual([])
    expect(foreign).toHaveLength(379)
  },
)
