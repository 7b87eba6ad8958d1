/** T-56, T-61: strings that have broken other programs, in every field that takes text. */

import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inParallel } from '../testing/in-parallel.ts'
import { type ReceivedMail, tokensIn } from '../testing/mail-server.ts'
import { bearer, enter, type Person, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import injections from './fixtures/injection-strings.json' with { type: 'json' }
import naughty from './fixtures/naughty-strings.json' with { type: 'json' }
import { introspectionSecret } from './support/introspecting.ts'
import { createRawApi, type RawApi } from './support/raw-api.ts'
import { type DocumentedRoute, documentedRoutes } from './support/routes.ts'

const strings = [...naughty, ...injections]

/** A share of the strings, and another one for each number: no string is left out by them all. */
function share(number: number): readonly string[] {
  return strings.filter((_, index) => (index + number) % 6 === 0)
}

/** One of those that differ in letters and digits alone. */
function oneOfEachShape(texts: readonly string[]): readonly string[] {
  const shapeOf = (text: string) => text.replace(/[a-z0-9]+/gi, 'x')
  return [...new Map(texts.map((text) => [shapeOf(text), text])).values()]
}

let environment: TestEnvironment
let raw: RawApi
let plain: Person
let routes: readonly DocumentedRoute[]
let token: string
let session_token: string

beforeAll(async () => {
  environment = await openTestEnvironment({
    ...unlimited,
    INTROSPECTION_SECRET: introspectionSecret,
  })
  raw = createRawApi(() => environment.gateway().port)
  plain = await signUp(environment.api)
  const entered = await enter(environment.api, plain)
  token = entered.token
  session_token = entered.session_token
  routes = (await documentedRoutes(environment)).filter(
    ({ fields }) => Object.keys(fields).length > 0,
  )
})

afterAll(async () => {
  raw.close()
  await environment.close()
})

/** What a stranger’s text may be answered with; 400 for what cannot be meant. */
const expected: Readonly<Record<string, readonly number[]>> = {
  'POST /api/auth/signup': [400],
  'POST /api/auth/verify-email': [400],
  'POST /api/auth/verification': [400],
  'POST /api/auth/login': [401],
  'POST /api/auth/tenants': [400, 401],
  'POST /api/auth/select-tenant': [400, 401],
  'POST /api/auth/verify-otp': [400],
  'POST /api/auth/resend-otp': [400, 401],
  'POST /api/auth/refresh': [400, 401],
  'POST /api/auth/forgot-password': [200],
  'POST /api/auth/password-reset': [400],
  'POST /api/auth/reset-password': [400],
  'PATCH /api/auth/organization': [400],
  'PATCH /api/auth/organization/members/nowhere': [400],
  'PATCH /api/auth/tenants/nowhere/organization/members/nowhere': [400],
  // Before the password is looked at: it is the organization's last administrator.
  'DELETE /api/auth/me': [400, 409],
  'PATCH /api/auth/tenants/nowhere/organization': [400],
  // No name of the organization that is to be closed.
  'DELETE /api/auth/organization': [400],
  'DELETE /api/auth/tenants/nowhere/organization': [400, 403],
  'POST /api/auth/reopen-organization': [400],
  'POST /api/auth/organization/invitations': [400],
  'POST /api/auth/tenants/nowhere/organization/invitations': [400],
  'POST /api/auth/invitation': [400, 401],
  'POST /api/auth/accept-invitation': [400, 401],
  // It may be a name.
  'PATCH /api/auth/me': [200, 400],
  // Guesses at one account, which are slowed down.
  'POST /api/auth/change-password': [400, 401, 429],
  'POST /api/auth/change-email': [400, 401, 429],
  'POST /api/auth/api-keys': [400],
  'POST /api/auth/api-keys/nowhere/rotate': [400],
  // No token that is good, which is an answer.
  'POST /api/auth/introspect': [200, 400],
}

describe('a hostile string', () => {
  it('is refused by every route, in every field, like any other that is wrong', async () => {
    for (const [number, route] of routes.entries()) {
      const name = `${route.method} ${route.path}`
      const sent = route.path === '/api/auth/signup' ? strings : share(number)
      const unexpected = await inParallel(sent, async (text) => {
        const status = await send(route, text)
        return expected[name]?.includes(status) ? [] : [`${status}: ${text}`]
      })
      expect([name, unexpected.flat()]).toEqual([name, []])
    }
  })

  it('is no username to whom a code was sent', async () => {
    const statuses = await inParallel(share(1), async (username) => {
      const guess = JSON.stringify({ username, otp_code: '000000' })
      return (await raw.postBytes('/api/auth/verify-otp', guess)).status
    })
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('is no tenant that was offered', async () => {
    const statuses = await inParallel(share(2), async (tenant_id) => {
      const choice = JSON.stringify({ session_token, tenant_id })
      return (await raw.postBytes('/api/auth/select-tenant', choice)).status
    })
    expect(new Set(statuses)).toEqual(new Set([403]))
  })

  async function send({ method, path, needsToken, fields }: DocumentedRoute, text: string) {
    const body = Object.fromEntries(Object.keys(fields).map((field) => [field, text]))
    const type = { 'content-type': 'application/json' }
    const proof = path === '/api/auth/introspect' ? introspectionSecret : token
    const headers = needsToken ? { ...type, ...bearer(proof) } : type
    return (await raw.send({ method, path, headers, body: JSON.stringify(body) })).status
  }
})

describe('a hostile name that is a possible one', () => {
  let people: readonly Person[]

  it('is taken as it is, together with a hostile password, and comes back byte for byte', async () => {
    const names = await possibleNames(oneOfEachShape(naughty))
    people = threes(names).map(([first_name, last_name, company_name]) =>
      person({
        first_name,
        last_name,
        company_name,
        password: `${first_name} ${last_name} 12345678`,
      }),
    )
    const changed = await inParallel(people, async (someone) => {
      await signUp(environment.api, someone)
      const { user } = await enter(environment.api, someone)
      const { first_name, last_name, tenant_name: company_name } = user
      const { first_name: first, last_name: last, company_name: company } = someone
      const same = Buffer.from(JSON.stringify([first_name, last_name, company_name])).equals(
        Buffer.from(JSON.stringify([first, last, company])),
      )
      return same ? [] : [[first, last, company]]
    })
    expect(changed.flat()).toEqual([])
    expect(names.length).toBeGreaterThan(150)
  })

  it('is inert in the mail', async () => {
    const risky = people.filter(({ first_name, company_name }) =>
      /[<>]/.test(first_name + company_name),
    )
    expect(risky.length).toBeGreaterThan(10)
    const tags = tagsIn(await mailTo(plain))
    for (const someone of risky) {
      const mail = await mailTo(someone)
      expect(tagsIn(mail)).toEqual(tags)
      expect(tokensIn(mail)).toHaveLength(1)
    }
  })

  function mailTo({ email }: Person): Promise<ReceivedMail> {
    return eventually(`the mail to ${email}`, () =>
      environment.mail.mails.find(({ to }) => to.includes(email)),
    )
  }

  function tagsIn({ html }: ReceivedMail): readonly string[] {
    // Spans keep mail programs from making links of names.
    return Array.from(html.matchAll(/<[!/]?(?!span)\w+/g), ([tag]) => tag)
  }

  /** Those that no rule of a name refuses; nothing is signed up by asking. */
  async function possibleNames(texts: readonly string[]): Promise<readonly string[]> {
    const asked = await inParallel(threes(texts), async (three) => {
      const [first_name, last_name, company_name] = three
      const nobody = person({ first_name, last_name, company_name, username: '!' })
      const { status, body } = await environment.api.post('/api/auth/signup', nobody)
      expect(status).toBe(400)
      const refused = new Set(body.errors.map((error: { field: string }) => error.field))
      const fields = ['first_name', 'last_name', 'company_name']
      return three.filter((_, index) => !refused.has(fields[index]))
    })
    return asked.flat()
  }
})

type Three = readonly [string, string, string]

/** In threes, the last filled up. */
function threes(texts: readonly string[]): readonly Three[] {
  const filled = (text?: string) => text ?? 'Ada'
  return Array.from({ length: Math.ceil(texts.length / 3) }, (_, index) => {
    const [one, two, three] = texts.slice(3 * index, 3 * index + 3)
    return [filled(one), filled(two), filled(three)] as const
  })
}
