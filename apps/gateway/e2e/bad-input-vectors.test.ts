/** T-25, T-64, T-71, T-83: public lists of hostile paths and methods, each where it is meant for. */
import { exchange } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import traversal from '../src/edge/fixtures/directory-traversal.json' with { type: 'json' }
import nomore403 from '../src/edge/fixtures/nomore403.json' with { type: 'json' }
import { inParallel } from '../testing/in-parallel.ts'
import { enter, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import injections from './fixtures/injection-strings.json' with { type: 'json' }

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment(unlimited)
})

afterAll(() => environment.close())

describe('a way out of a folder', () => {
  it('T-25: is no name of an organization', async () => {
    const taken = await inParallel(traversal, async (organization_name) => {
      const nobody = person({ organization_name, username: '!' })
      const { status, body } = await environment.api.post('/api/auth/signup', nobody)
      const fields = body.errors.map(({ field }: { field: string }) => field)
      return status === 400 && fields.includes('organization_name') ? [] : [organization_name]
    })
    expect(taken.flat()).toEqual([])
  })

  it('T-06: is no tenant that was offered', async () => {
    const { session_token } = await enter(environment.api, await signUp(environment.api))
    const statuses = await inParallel(traversal, async (tenant_id) => {
      const choice = { session_token, tenant_id }
      return (await environment.api.post('/api/auth/select-tenant', choice)).status
    })
    expect(new Set(statuses)).toEqual(new Set([403]))
  })
})

describe('a line break that is written in an address', () => {
  const broken = injections.filter((text) => text.endsWith('Set-Cookie:crlf=injection'))

  it('T-83: becomes a line neither of the answer nor of the log', async () => {
    expect(broken).toHaveLength(17)
    for (const text of broken) {
      for (const path of [text, `/api/auth${text}`, `/api/machines${text}`, `/healthz?a=${text}`]) {
        const { head, status } = await ask(`GET ${path}`)
        expect([path, /^set-cookie/im.test(head)]).toEqual([path, false])
        expect([path, status]).toEqual([path, expect.stringMatching(/^(200|40[014])$/)])
      }
    }
    const lines = environment.gateway().output.filter((line) => !line.startsWith('{"level":'))
    expect(lines).toEqual([])
  })
})

describe('a method of any name', () => {
  it('T-71: opens no machine without a token', async () => {
    for (const method of nomore403.methods) {
      const { status } = await ask(`${method} /api/machines`)
      expect([method, status]).toEqual([method, expect.stringMatching(/^40[015]$/)])
    }
  })

  it('T-71: logs nobody in but POST, and OPTIONS asks for that', async () => {
    for (const method of nomore403.methods.filter((each) => each !== 'POST')) {
      const { status } = await ask(`${method} /api/auth/login`)
      const expected = method === 'OPTIONS' ? /^204$/ : /^40[05]$/
      expect([method, status]).toEqual([method, expect.stringMatching(expected)])
    }
  })
})

it('sends none of all this to the backend', () => {
  expect(environment.backend.requests).toEqual([])
})

async function ask(line: string) {
  const text = `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const [head = ''] = (await exchange(environment.gateway().port, text)).split('\r\n\r\n')
  return { head, status: head.split(' ')[1] }
}
