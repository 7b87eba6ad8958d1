/** T-81: many do the same at the same time, at two gateways that share a database. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Answer, type Api, agents, createApi } from '../../testing/api.ts'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { codeIn, tokensIn } from '../../testing/mail-server.ts'
import { logIn, person, signUp } from '../../testing/people.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'

/** How many come at once, half of them at each gateway. */
const crowd = 50

/** @param openIt Sets the environment, with these settings. */
export function describeRaces(
  openIt: (env: Readonly<Record<string, string>>) => Promise<TestEnvironment>,
): void {
  let environment: TestEnvironment
  let second: GatewayProcess
  let apis: readonly [Api, Api]

  beforeAll(async () => {
    const limits = { ...unlimited, LIMIT_FORGOT_ADDRESS: '7/1h' }
    environment = await openIt({ ...limits, OTP_DEFAULT: 'on' })
    second = await startGateway(environment.settings)
    apis = [environment.api, createApi(() => second.url)]
  })

  afterAll(async () => {
    await second?.kill()
    await environment?.close()
  })

  it('T-81: one of fifty gets a username, and the others are told that it is taken', async () => {
    const { username } = person()
    const answers = await allAtOnce((api) => api.post('/api/auth/signup', person({ username })))
    expect(tally(answers)).toEqual({ '201': 1, username_taken: crowd - 1 })
  })

  it('T-81: one of fifty gets an organization', async () => {
    const { organization_name } = person()
    const answers = await allAtOnce((api) =>
      api.post('/api/auth/signup', person({ organization_name })),
    )
    expect(tally(answers)).toEqual({ '201': 1, organization_taken: crowd - 1 })
  })

  it('T-81: a code lets one of fifty in', async () => {
    const someone = await signUp(environment.api)
    const { session_token } = (await logIn(environment.api, someone, 'ui')).body
    const otp_code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
    const { username } = someone
    const answers = await allAtOnce((api) =>
      api.post(
        '/api/auth/verify-otp',
        { username, otp_code, session_token },
        { 'user-agent': agents.ui },
      ),
    )
    expect(tally(answers)).toEqual({ '200': 1, otp_invalid: crowd - 1 })
  })

  it('T-81: a reset token sets one of fifty passwords', async () => {
    const someone = await signUp(environment.api)
    await environment.api.post('/api/auth/forgot-password', { email: someone.email })
    const [reset_token] = tokensIn(await environment.mail.waitFor(someone.email, /new password/i))
    const answers = await allAtOnce((api, index) =>
      api.post('/api/auth/reset-password', {
        reset_token,
        new_password: `a wholly different phrase ${index}`,
      }),
    )
    expect(tally(answers)).toEqual({ '200': 1, reset_token_invalid: crowd - 1 })
  })

  it('T-81: a limit lets exactly as many through as it says', async () => {
    const someone = await signUp(environment.api)
    const answers = await allAtOnce((api) =>
      api.post('/api/auth/forgot-password', { email: someone.email }),
    )
    expect(tally(answers)).toEqual({ '200': 7, rate_limited: crowd - 7 })
  })

  function allAtOnce(request: (api: Api, index: number) => Promise<Answer>): Promise<Answer[]> {
    const [one, other] = apis
    return Promise.all(
      Array.from({ length: crowd }, (_, index) => request(index % 2 === 0 ? one : other, index)),
    )
  }
}

/** How often each problem came, or each status that is none. */
function tally(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const groups = Object.groupBy(answers, ({ status, body }) => body.code ?? String(status))
  return Object.fromEntries(Object.entries(groups).map(([name, same]) => [name, same?.length ?? 0]))
}
