import type { SigningKey } from '@gatehouse/auth-core/ports'
import { expect, it } from '@jest/globals'
import { reportSigning } from './report-signing.ts'

it('T-97: says once when no key has started, or none can sign, and when one signs again', async () => {
  const lines: string[] = []
  let keys: readonly SigningKey[] = []
  const ring = reportSigning(
    { current: () => keys, reload: async () => undefined },
    {
      clock: { now: () => new Date(0) },
      log: {
        error: (_: object, text: string) => void lines.push(`error ${text}`),
        info: (_: object, text: string) => void lines.push(`info ${text}`),
      },
    },
  )
  await ring.reload()
  await ring.reload()
  keys = [key(1000)]
  await ring.reload()
  await ring.reload()
  keys = [key(0)]
  await ring.reload()
  await ring.reload()
  expect(lines).toEqual([
    expect.stringMatching(/^error no key can sign/),
    expect.stringMatching(/^error no signing key has started yet/),
    expect.stringMatching(/^info a signing key has started/),
  ])
  expect(ring.current()).toBe(keys)
})

function key(activeFrom: number): SigningKey {
  return {
    kid: 'k',
    secret: 's',
    activeFrom: new Date(activeFrom),
    acceptedUntil: null,
    revokedAt: null,
  }
}
