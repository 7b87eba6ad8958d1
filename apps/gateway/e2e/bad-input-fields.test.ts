/** T-06, T-13, T-24, T-61, T-62: fields of the wrong kind, and addresses that are none. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inParallel } from '../testing/in-parallel.ts'
import { bearer, enter, logIn, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import addresses from './fixtures/email-addresses.json' with { type: 'json' }
import { introspectionSecret } from './support/introspecting.ts'
import { type ReadProblem, readProblem } from './support/problems.ts'
import { type DocumentedRoute, documentedRoutes, type JsonType } from './support/routes.ts'

let environment: TestEnvironment
let routes: readonly DocumentedRoute[]
let token: string

beforeAll(async () => {
  environment = await openTestEnvironment({
    ...unlimited,
    INTROSPECTION_SECRET: introspectionSecret,
  })
  token = (await enter(environment.api, await signUp(environment.api))).token
  routes = (await documentedRoutes(environment)).filter(
    ({ fields }) => Object.keys(fields).length > 0,
  )
})

afterAll(() => environment.close())

/** Stands out, so that a message that repeats it is seen. */
const mark = 8675309
const secret = `do-not-repeat-${mark}`

const kinds = {
  string: secret,
  number: mark,
  fraction: mark / 10,
  boolean: true,
  null: null,
  array: [secret],
  empty_array: [],
  object: { [secret]: secret },
  operator: { $gt: '' },
  empty_object: {},
  buffer: { type: 'Buffer', data: [mark] },
  lookalike: { length: 12, toString: secret },
} as const

const goodValues = {
  string: 'a good text',
  boolean: false,
  number: 1,
  array: [],
  null: null,
} as const

describe('every field of every route', () => {
  it('is refused by name when it is of another type, and what was sent is never repeated', async () => {
    const cases = routes.flatMap((route) =>
      Object.entries(route.fields).flatMap(([field, types]) =>
        Object.entries(kinds)
          .filter(([, value]) => !types.some((type) => type === typeOf(value)))
          .map(([kind, value]) => ({ route, field, kind, value, types })),
      ),
    )
    const wrong = await inParallel(cases, async ({ route, field, kind, value, types }) => {
      const { problem, text } = await send(route, { ...good(route), [field]: value })
      const expected = { status: 400, code: 'validation_failed', fields: [field] }
      const named = JSON.stringify(problem) === JSON.stringify(expected)
      const repeated = text.includes(String(mark))
      const name = `${route.path} ${field}: ${kind} for ${types.join(' or ')}`
      return named && !repeated ? [] : [`${name}: ${JSON.stringify(problem)} ${repeated}`]
    })
    expect(wrong.flat()).toEqual([])
    expect(cases.length).toBeGreaterThan(200)
  })

  it('is missed by name, all of them at once', async () => {
    for (const route of routes.filter(({ required }) => required.length > 0)) {
      for (const field of route.required) {
        const { [field]: _, ...others } = good(route)
        const { problem } = await send(route, others)
        expect([route.path, problem]).toEqual([route.path, refusalOf([field])])
      }
      const { problem } = await send(route, {})
      expect([route.path, problem]).toEqual([route.path, refusalOf(route.required)])
    }
  })

  it.each(['role', 'tenant_id ', 'Email', 'eMail', '$where', 'a.b', '0'])(
    'has no companion that is not in the document: %s',
    async (extra) => {
      for (const route of routes.filter(({ fields }) => !(extra in fields))) {
        const { problem, text } = await send(route, { ...good(route), [extra]: secret })
        expect([route.path, problem]).toEqual([route.path, refusalOf([extra])])
        expect(text).not.toContain(secret)
      }
    },
  )

  it('is not a gate to what all objects have', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']
    for (const route of routes) {
      for (const name of names) {
        const body = JSON.stringify(good(route)).replace(
          '{',
          `{${JSON.stringify(name)}:{"role":"super_admin","otp_enabled":true,"status":299},`,
        )
        const { problem } = await send(route, body)
        expect([route.path, problem]).toEqual([route.path, refusalOf([name])])
      }
    }
    const body = await enter(environment.api, await signUp(environment.api))
    expect(body.user.role).toBe('company_admin')
    const organization = await environment.api.send('GET', '/api/auth/organization', {
      headers: bearer(body.token),
    })
    expect([organization.status, organization.body.otp_enabled]).toEqual([200, false])
  })
})

describe('the code of a second step (T-13)', () => {
  it.each([
    '１２３４５６',
    ' 123456',
    '123456\n',
    '12345',
    '1234567',
    '1e5000',
    '12 456',
    '+12345',
    '-12345',
    '0x1234',
    '١٢٣٤٥٦',
    '',
  ])('is six ASCII digits, unlike %j', async (otp_code) => {
    const answer = await environment.api.post('/api/auth/verify-otp', { username: 'ada', otp_code })
    expect(readProblem(answer)).toEqual(refusalOf(['otp_code']))
  })
})

describe('the email of a sign-up', () => {
  it('may be any of these, and then it logs in', async () => {
    const refused = await inParallel(addresses.accepted, async (email, index) => {
      const someone = person({ email, password: `correct horse ${index}` })
      const { status } = await environment.api.post('/api/auth/signup', someone)
      const { body } = await logIn(environment.api, someone)
      return status === 201 && body.user?.username === someone.username ? [] : [email]
    })
    expect(refused.flat()).toEqual([])
  })

  it('may be none of these', async () => {
    const accepted = await inParallel(addresses.refused, async (email) => {
      const answer = await environment.api.post('/api/auth/signup', person({ email }))
      const { status, fields } = readProblem(answer)
      return status === 400 && fields.join() === 'email' ? [] : [email]
    })
    expect(accepted.flat()).toEqual([])
  })

  it('may be anything where it is only looked up, and is then nobody’s', async () => {
    const asked = addresses.refused.filter((email) => email.isWellFormed())
    const wrong = await inParallel(asked, async (email) => {
      const { status } = await environment.api.post('/api/auth/forgot-password', { email })
      return status === 200 ? [] : [email]
    })
    expect(wrong.flat()).toEqual([])
  })
})

function refusalOf(fields: readonly string[]): ReadProblem {
  return { status: 400, code: 'validation_failed', fields }
}

function typeOf(value: unknown): JsonType | 'object' {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType | 'object')
}

/** A body that is good as far as can be told without looking something up. */
function good({ path, fields, choices }: DocumentedRoute): Readonly<Record<string, unknown>> {
  if (path === '/api/auth/signup') return { ...person() }
  const values: Readonly<Record<string, unknown>> = { otp_code: '123456', ...choices }
  return Object.fromEntries(
    Object.entries(fields).map(([field, types]) => [
      field,
      choices[field] ?? values[field] ?? goodValues[types[0] ?? 'string'],
    ]),
  )
}

async function send({ method, path, needsToken }: DocumentedRoute, body: unknown) {
  const content = typeof body === 'string' ? { text: body } : { body }
  const headers = needsToken ? bearer(token) : {}
  const answer = await environment.api.send(method, path, { ...content, headers })
  return { problem: readProblem(answer), text: JSON.stringify(answer.body) }
}
