/** Every limit that an operator can set, with small numbers; and what does not get round them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, parseAnswer } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import nomore403 from '../src/edge/fixtures/nomore403.json' with { type: 'json' }
import { type Answer, agents } from '../testing/api.ts'
import { codeIn, tokensIn } from '../testing/mail-server.ts'
import { type Person, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

describe('behind a proxy that is trusted', () => {
  let environment: TestEnvironment
  let networks = 0

  beforeAll(async () => {
    environment = await openTestEnvironment({
      TRUSTED_PROXIES: '127.0.0.1',
      OTP_DEFAULT: 'on',
      LIMIT_SIGN_UP_NETWORK: '3/1h',
      LIMIT_SIGN_UP_OVERALL: '30/1h',
      LIMIT_LOGIN_STREAK: '2/1d',
      LIMIT_LOGIN_ACCOUNT: '8/1h',
      LIMIT_LOGIN_NETWORK: '12/15m',
      LIMIT_OTP_STREAK: '2/1d',
      LIMIT_OTP_ACCOUNT: '8/1d',
      LIMIT_OTP_NETWORK: '12/15m',
      LIMIT_FORGOT_ADDRESS: '2/1h',
      LIMIT_FORGOT_NETWORK: '4/1h',
      LIMIT_OTHER_NETWORK: '6/1m',
    })
  })

  afterAll(() => environment.close())

  describe('failed logins', () => {
    it('in a row, for one account from one network: pauses begin, which pass', async () => {
      const [home, elsewhere] = [newNetwork(), newNetwork()]
      const someone = await signUpFrom(newNetwork())
      const other = await signUpFrom(newNetwork())
      const statuses: number[] = []
      let refusal: Answer
      do {
        refusal = await logIn(someone, home, 'wrong')
        statuses.push(refusal.status)
      } while (refusal.status === 401 && statuses.length < 8)
      expectLimited(refusal)
      // The streak itself, and at least one beyond it, which begins the first pause.
      expect(statuses.length).toBeGreaterThan(3)
      expect((await logIn(other, home)).status).toBe(200)
      expect((await logIn(someone, elsewhere)).status).toBe(200)

      await sleep(Number(refusal.headers.get('retry-after')) * 1000)
      expect((await logIn(someone, home)).status).toBe(200)
      expect((await logIn(someone, home, 'wrong')).status).toBe(401)
    })

    it('for one account over all networks, but for one its owner came from (T-10)', async () => {
      const home = newNetwork()
      const someone = await signUpFrom(newNetwork())
      await confirm(someone)
      expect((await logIn(someone, home)).status).toBe(200)
      await times(8, async () => {
        expect((await logIn(someone, newNetwork(), 'wrong')).status).toBe(401)
      })
      expectLimited(await logIn(someone, newNetwork(), 'wrong'))
      expectLimited(await logIn(someone, newNetwork()))
      expect((await logIn(someone, home)).status).toBe(200)
    })

    it('T-88: of a planted account make its network none of the owner’s', async () => {
      const home = newNetwork()
      const someone = await signUpFrom(newNetwork())
      await confirm(someone)
      const planted = person({ email: someone.email })
      const signedUp = await postFrom(newNetwork(), '/api/auth/signup', planted)
      expect(signedUp.status).toBe(201)
      expect((await logIn(planted, home)).status).toBe(200)
      await times(8, async () => {
        expect((await logIn(someone, newNetwork(), 'wrong')).status).toBe(401)
      })
      expectLimited(await logIn(someone, home, 'wrong'))
    })

    it('from one network, for whatever accounts; logins that succeed do not count', async () => {
      const network = newNetwork()
      const someone = await signUpFrom(newNetwork())
      await times(12, async () => {
        expect((await logIn(someone, network)).status).toBe(200)
        expect((await logIn(person(), network)).status).toBe(401)
      })
      expectLimited(await logIn(person(), network))
      expect((await logIn(person(), newNetwork())).status).toBe(401)
    })
  })

  describe('wrong codes', () => {
    it('of strangers, for one account over all networks, which leave the owner’s guesses', async () => {
      const someone = await signUpFrom(newNetwork())
      const headers = { 'x-forwarded-for': newNetwork(), 'user-agent': agents.ui }
      const { email, password } = someone
      const login = await environment.api.post('/api/auth/login', { email, password }, headers)
      const { session_token } = login.body
      await times(8, async () => {
        expect((await verify(someone, newNetwork())).status).toBe(401)
      })
      expectLimited(await verify(someone, newNetwork()))

      const otp_code = codeIn(await environment.mail.waitFor(email, /code/i))
      const right = { username: someone.username, otp_code, session_token }
      expect((await postFrom(newNetwork(), '/api/auth/verify-otp', right)).status).toBe(200)
    })

    it('in a row, for one account from one network: pauses begin', async () => {
      const [network, someone] = [newNetwork(), person()]
      let answers = 0
      let last: Answer
      do {
        last = await verify(someone, network)
        answers += 1
      } while (last.status === 401 && answers < 8)
      expectLimited(last)
      expect(answers).toBeGreaterThan(3)
      expect((await verify(person(), network)).status).toBe(401)
    })

    it('from one network, for whatever accounts', async () => {
      const network = newNetwork()
      await times(12, async () => {
        expect((await verify(person(), network)).status).toBe(401)
      })
      expectLimited(await verify(person(), network))
    })

    function verify({ username }: Person, network: string): Promise<Answer> {
      return postFrom(network, '/api/auth/verify-otp', { username, otp_code: '000000' })
    }
  })

  describe('forgotten passwords', () => {
    it('T-98: of one address are answered alike, and send what is within its limit', async () => {
      const someone = await signUpFrom(newNetwork())
      for (const { email } of [someone, person()]) {
        await times(3, async () => {
          expect((await forgot(email, newNetwork())).status).toBe(200)
          expect((await forgot(email.toUpperCase(), newNetwork())).status).toBe(200)
        })
      }
      await environment.mail.waitFor(someone.email, /password/i)
    })

    it('from one network, for whatever addresses', async () => {
      const network = newNetwork()
      await times(4, async () => {
        expect((await forgot(person().email, network)).status).toBe(200)
      })
      expectLimited(await forgot(person().email, network))
    })

    function forgot(email: string, network: string): Promise<Answer> {
      return postFrom(network, '/api/auth/forgot-password', { email })
    }
  })

  describe('everything else that needs no token', () => {
    it('is counted together, from one network', async () => {
      const network = newNetwork()
      const each = [
        ['/api/auth/refresh', { token: 'no' }],
        ['/api/auth/select-tenant', { session_token: 'no', tenant_id: 'no' }],
        ['/api/auth/resend-otp', { session_token: 'no' }],
        ['/api/auth/verify-email', { token: 'no', password: 'p' }],
        ['/api/auth/verification', { token: 'no' }],
        ['/api/auth/reset-password', { reset_token: 'no', new_password: 'long enough 1' }],
      ] as const
      for (const [path, body] of each) {
        expect([400, 401]).toContain((await postFrom(network, path, body)).status)
      }
      for (const [path, body] of each) expectLimited(await postFrom(network, path, body))
    })
  })

  describe('a network', () => {
    const refresh = (network: string) => postFrom(network, '/api/auth/refresh', { token: 'no' })

    it('is the last address that no trusted proxy has, whatever stands before it', async () => {
      const client = newNetwork()
      await times(6, async () => {
        expect((await refresh(`${newNetwork()}, ${client}`)).status).toBe(401)
      })
      expectLimited(await refresh(`${newNetwork()}, ${client}, 127.0.0.1`))
      expect((await refresh(`${client}, ${newNetwork()}`)).status).toBe(401)
    })

    it('is the first half of an IPv6 address', async () => {
      const rest = [':1', ':2', ':a:b', 'ffff:ffff:ffff:ffff', '0:0:0:1', '1::']
      for (const part of rest) {
        expect((await refresh(`2001:db8:5:6:${part}`)).status).toBe(401)
      }
      expectLimited(await refresh('2001:0DB8:0005:0006::7'))
      expect((await refresh('2001:db8:5:7::1')).status).toBe(401)
    })
  })

  describe('sign-ups', () => {
    // A sign-up counts before it is looked at.
    const attempt = (network: string) =>
      postFrom(network, '/api/auth/signup', person({ email: '' }))

    it('from one network', async () => {
      const network = newNetwork()
      await times(3, async () => {
        expect((await attempt(network)).status).toBe(400)
      })
      expectLimited(await attempt(network))
    })

    // The last test of this gateway: it leaves no sign-up to any other.
    it('from everywhere together', async () => {
      let last: Answer
      let attempts = 0
      do {
        last = await attempt(newNetwork())
        attempts += 1
      } while (last.status === 400 && attempts < 40)
      expectLimited(last)
    })
  })

  /** An address that no test has used. */
  function newNetwork(): string {
    networks += 1
    return `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`
  }

  function postFrom(network: string, path: string, body: unknown): Promise<Answer> {
    return environment.api.post(path, body, { 'x-forwarded-for': network })
  }

  async function signUpFrom(network: string): Promise<Person> {
    const someone = person()
    expect((await postFrom(network, '/api/auth/signup', someone)).status).toBe(201)
    return someone
  }

  async function confirm({ email, password }: Person): Promise<void> {
    const [token] = tokensIn(await environment.mail.waitFor(email, /confirm/i))
    const body = { token, password }
    const { status } = await postFrom(newNetwork(), '/api/auth/verify-email', body)
    expect(status).toBe(200)
  }

  function logIn({ email, password }: Person, network: string, typed = password): Promise<Answer> {
    return postFrom(network, '/api/auth/login', { email, password: typed })
  }
})

describe('T-59: without a trusted proxy', () => {
  let environment: TestEnvironment

  beforeAll(async () => {
    environment = await openTestEnvironment({ LIMIT_OTHER_NETWORK: '10/1d' })
    await signUp(environment.api)
  })

  afterAll(() => environment.close())

  it('no header makes another network', async () => {
    const names = [
      ...nomore403.headers.filter((name) => !['Host', 'Forwarded'].includes(name)),
      ...['x-cluster-client-ip', 'forwarded-for'],
    ]
    const askFrom = (address: string) => {
      const spoofed = names.map((name) => [name, address] as const)
      const headers = { ...Object.fromEntries(spoofed), forwarded: `for=${address}` }
      return environment.api.post('/api/auth/refresh', { token: 'no' }, headers)
    }
    let asked = 0
    await times(10, async () => {
      asked += 1
      expect((await askFrom(`203.0.113.${asked}`)).status).toBe(401)
    })
    for (const address of ['203.0.113.11', ...nomore403.addresses]) {
      expectLimited(await askFrom(address))
    }
  })

  it.each([
    '//api/auth/refresh',
    '/api//auth/refresh',
    '/api/auth//refresh',
    '/api/auth/refresh/',
    '/API/AUTH/REFRESH',
    '/api/auth/Refresh',
    '/api/auth/%72efresh',
    '/api/auth/./refresh',
    '/api/auth/x/../refresh',
    '/api/auth/refresh;x',
    '/api/auth/refresh%00',
    '/api/auth\\refresh',
  ])('T-60: no other spelling of the path is let through: %s', async (path) => {
    const answer = await refreshAt(path)
    expect(['malformed_request', 'not_found']).toContain(JSON.parse(answer.body).code)
  })

  it('T-60: a query makes no other operation', async () => {
    expect((await refreshAt('/api/auth/refresh?again=1')).status).toBe(429)
  })

  async function refreshAt(path: string) {
    const { port } = environment.gateway()
    const body = '{"token":"no"}'
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const text = `POST ${path} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`
    return parseAnswer(await exchange(port, text))
  }
})

describe('T-90: more logins of one network at a time than may be', () => {
  it('are told 503 and when to come again, while another network gets in', async () => {
    const environment = await openTestEnvironment({
      TRUSTED_PROXIES: '127.0.0.1',
      LOGIN_MAX_IN_FLIGHT_PER_NETWORK: '1',
    })
    try {
      const someone = await signUp(environment.api)
      const logIn = (email: string, network: string) =>
        environment.api.post(
          '/api/auth/login',
          { email, password: someone.password },
          { 'x-forwarded-for': network, 'user-agent': agents.cli },
        )
      const flood = Array.from({ length: 40 }, (_, index) =>
        logIn(`nobody-${index}@example.com`, '198.51.100.7'),
      )
      const honest = logIn(someone.email, '203.0.113.7')
      const answers = await Promise.all(flood)
      const told = answers.filter(({ status }) => status !== 401)
      expect(told.length).toBeGreaterThan(0)
      for (const { status, body, headers } of told) {
        expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '1'])
      }
      expect((await honest).status).toBe(200)
    } finally {
      await environment.close()
    }
  })
})

function expectLimited({ status, headers, body }: Answer): void {
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work()
}
