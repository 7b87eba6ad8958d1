/** What each endpoint takes: the request tables and the limits of the interface document. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { codeIn, tokensIn } from '../testing/mail-server.ts'
import { enter, logIn, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment({ LIMIT_SIGN_UP_NETWORK: '1000/1h', OTP_DEFAULT: 'on' })
})

afterAll(() => environment.close())

/** Every field of every request; all are required and all are strings. */
const requests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/auth/signup': { ...person() },
  '/api/auth/login': { email: 'ada@example.com', password: 'any' },
  '/api/auth/select-tenant': { session_token: 'any', tenant_id: 'any' },
  '/api/auth/verify-otp': { username: 'ada', otp_code: '123456' },
  '/api/auth/refresh': { token: 'any' },
  '/api/auth/forgot-password': { email: 'ada@example.com' },
  '/api/auth/reset-password': { reset_token: 'any', new_password: 'long enough 1' },
}

const fields = Object.entries(requests).flatMap(([path, body]) =>
  Object.keys(body).map((field) => [path, field] as const),
)

describe('every field of a request', () => {
  it.each(fields)('%s: %s is required', async (path, field) => {
    const { [field]: _, ...others } = requests[path] ?? {}
    expect(await mistakes(path, others)).toEqual([`${field}: required`])
  })

  it.each(fields)('%s: %s is a string', async (path, field) => {
    for (const value of [5, null, ['text'], { $gt: '' }]) {
      const body = { ...requests[path], [field]: value }
      expect(await mistakes(path, body)).toEqual([`${field}: string`])
    }
  })

  it.each(Object.keys(requests))('%s takes no field that is not in its table', async (path) => {
    const body = { ...requests[path], role: 'super_admin' }
    expect(await mistakes(path, body)).toEqual(['role: unknown'])
  })
})

describe('the answer of an auth route', () => {
  it.each([
    ['gatehouse-cli/1.0', 'cli'],
    ['gatehouse-vscode/1.0', 'vscode'],
    ['Gatehouse-CLI/1.0', 'ui'],
    ['acme-cli/1.0', 'ui'],
  ])('says that %s was taken for %s, whether the login is right or wrong', async (agent, type) => {
    const ada = await signUp(environment.api)
    for (const password of [ada.password, 'wrong']) {
      const body = { email: ada.email, password }
      const headers = { 'user-agent': agent }
      const answer = await environment.api.post('/api/auth/login', body, headers)
      expect(answer.headers.get('x-gatehouse-client')).toBe(type)
    }
  })

  it('alone says so', async () => {
    for (const path of ['/healthz', '/login', '/api/machines']) {
      const { headers } = await environment.api.send('GET', path)
      expect([path, headers.get('x-gatehouse-client')]).toEqual([path, null])
    }
  })
})

describe('username', () => {
  it.each([3, 50])('may have %i characters', async (length) => {
    const answer = await environment.api.post('/api/auth/signup', named('u'.repeat(length)))
    expect([answer.status, answer.body.username]).toEqual([201, 'u'.repeat(length)])
  })

  it.each([0, 2, 51])('may not have %i characters', async (length) => {
    const body = named('v'.repeat(length))
    expect(await mistakes('/api/auth/signup', body)).toEqual(['username: length'])
  })

  it('is unique over all organizations, whatever its case', async () => {
    await signUp(environment.api, { username: 'only-one' })
    const answer = await environment.api.post('/api/auth/signup', named('Only-One'))
    expect([answer.status, answer.body.code]).toEqual([409, 'username_taken'])
  })

  function named(username: string) {
    return person({ username })
  }
})

describe('email', () => {
  it.each(['', 'ada', 'ada@', '@example.com', 'ada@example.com, eve@example.com', 'a b@c.de'])(
    'must be a valid address, unlike "%s"',
    async (email) => {
      expect(await mistakes('/api/auth/signup', person({ email }))).toEqual([
        expect.stringMatching(/^email: /),
      ])
    },
  )
})

describe('password at sign-up', () => {
  const seven = ['Xk9$mQ2', '🐢🦊🐙🦉🐝🦂🐬']
  const eight = ['Xk9$mQ2w', '🐢🦊🐙🦉🐝🦂🐬🦕', ' spaces ']

  it.each(seven)('must have 8 characters: "%s" has 7', async (password) => {
    expect(await mistakes('/api/auth/signup', person({ password }))).toEqual([
      'password: too_short',
    ])
  })

  it.each(eight)(
    'may have 8 characters: "%s", and opens the account as typed',
    async (password) => {
      const someone = await signUp(environment.api, { password })
      expect((await logIn(environment.api, someone)).status).toBe(200)
      const trimmed = { ...someone, password: `${password} ` }
      expect((await logIn(environment.api, trimmed)).status).toBe(401)
    },
  )
})

describe('organization_name', () => {
  it('becomes the tenant: lower case, hyphens for spaces', async () => {
    const someone = await signUp(environment.api, { organization_name: 'Analytical Engine WORKS' })
    const { user } = await enter(environment.api, someone)
    expect(user.tenant_id).toBe('analytical-engine-works')
  })

  it('makes a new organization and never joins one', async () => {
    await signUp(environment.api, { organization_name: 'Bletchley Park' })
    const again = person({ organization_name: 'bletchley-park' })
    const answer = await environment.api.post('/api/auth/signup', again)
    expect([answer.status, answer.body.code]).toEqual([409, 'organization_taken'])
  })

  it.each(['', '-', 'a/b', '../master', 'master', 'Zürich', 'x'.repeat(64)])(
    'is refused when no realm can be called that: "%s"',
    async (organization_name) => {
      expect(await mistakes('/api/auth/signup', person({ organization_name }))).toEqual([
        expect.stringMatching(/^organization_name: /),
      ])
    },
  )
})

describe('company_name', () => {
  it('is the display name', async () => {
    const someone = await signUp(environment.api, { company_name: 'Żółw & Söhne <GmbH>' })
    const { user } = await enter(environment.api, someone)
    expect(user.tenant_name).toBe('Żółw & Söhne <GmbH>')
  })
})

describe('otp_code', () => {
  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 23456', '123456\n', '+12345'])(
    'must be exactly six digits, unlike %j',
    async (otp_code) => {
      const body = { username: 'ada', otp_code }
      expect(await mistakes('/api/auth/verify-otp', body)).toEqual(['otp_code: format'])
    },
  )

  it('is the one from the mail, with its leading zeros', async () => {
    const someone = await signUp(environment.api)
    await logIn(environment.api, someone, 'ui')
    const otp_code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
    expect(otp_code).toMatch(/^[0-9]{6}$/)
    const { username } = someone
    const answer = await environment.api.post('/api/auth/verify-otp', { username, otp_code })
    expect(answer.status).toBe(200)
  })
})

describe('new_password', () => {
  it('is held to the minimum of sign-up, which does not spend the token', async () => {
    const { email } = await signUp(environment.api)
    await environment.api.post('/api/auth/forgot-password', { email })
    const [reset_token] = tokensIn(await environment.mail.waitFor(email, /new password/i))
    const reset = (new_password: string) => ({ reset_token, new_password })
    expect(await mistakes('/api/auth/reset-password', reset('Xk9$mQ2'))).toEqual([
      'new_password: too_short',
    ])
    const answer = await environment.api.post('/api/auth/reset-password', reset('Xk9$mQ2w'))
    expect(answer.status).toBe(200)
  })
})

/** The fields that the service complains about, each with the rule it breaks. */
async function mistakes(path: string, body: unknown): Promise<readonly string[]> {
  const answer = await environment.api.post(path, body)
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  const errors: readonly { readonly field: string; readonly rule: string }[] = answer.body.errors
  return errors.map(({ field, rule }) => `${field}: ${rule}`)
}
