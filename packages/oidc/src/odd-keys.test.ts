import { PortError } from '@gatehouse/auth-core/ports'
import { expect, it } from '@jest/globals'
import { arrive, at, openFake } from '../test-support/at-fake.ts'
import type { FakeProvider } from '../testing/index.ts'
import vectors from './fixtures/wycheproof-jwk.json' with { type: 'json' }

type Vector = readonly [string, object, readonly (readonly [number, string, string])[]]

it.each(vectors as unknown as readonly Vector[])(
  'odd keys of a provider prove nothing, and do no harm: %s',
  async (_name, keys, cases) => {
    const fake = await openFake()
    expect(await outcomeOf(fake)).toBe('identified')
    answerWith(fake, '/keys', 'keys' in keys ? keys : { keys: [keys] })
    expect(await outcomeOf(fake)).toMatch(/^(?:rejected|oidc_provider)$/)
    for (const [, jws] of cases) {
      const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: jws }
      answerWith(fake, '/token', tokens)
      expect(await outcomeOf(fake)).toMatch(/^(?:rejected|oidc_provider)$/)
    }
  },
)

/** How a sign-in at the provider ends that knows nothing of it yet. */
async function outcomeOf(fake: FakeProvider): Promise<string> {
  try {
    return (await arrive(fake, at(fake))).kind
  } catch (error) {
    if (error instanceof PortError) return error.port
    throw error
  }
}

function answerWith(fake: FakeProvider, path: string, body: object): void {
  fake.answer(path, (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
}
