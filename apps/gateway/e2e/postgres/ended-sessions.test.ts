/** T-14: a new password, with three gateways on one PostgreSQL. */

import { closing, openTerminal } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { GatewayProcess } from '../../testing/gateway-process.ts'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, enter, signUp } from '../../testing/people.ts'
import type { PostgresEnvironment } from '../support/postgres-environment.ts'
import { openThreeReplicas, type ThreeReplicas } from '../support/three-replicas.ts'

// Gateways have to start, on a machine that may be busy.
jest.setTimeout(180_000)

let replicas: ThreeReplicas
let environment: PostgresEnvironment
let gateways: readonly GatewayProcess[] = []

beforeAll(async () => {
  replicas = await openThreeReplicas()
  ;({ environment, gateways } = replicas)
})

afterAll(() => replicas?.close())

it('ends the access tokens and terminals of the account on every replica, and no others', async () => {
  const [someone, bystander] = [await signUp(environment.api), await signUp(environment.api)]
  const { token } = await enter(environment.api, someone)
  const { token: kept } = await enter(environment.api, bystander)
  const terminals = await Promise.all(gateways.map((gateway) => openTerminal(gateway, { token })))
  const closed = Promise.all(terminals.map(closing))
  expect(await useEverywhere(token)).toEqual([200, 200, 200])

  await environment.api.post('/api/auth/forgot-password', { email: someone.email })
  const [reset_token] = tokensIn(await environment.mail.waitFor(someone.email, /new password/i))
  const reset = { reset_token, new_password: 'a wholly different phrase' }
  const { status } = await environment.api.post('/api/auth/reset-password', reset)
  expect(status).toBe(200)
  // The gateway that did it knows at once.
  expect((await useEverywhere(token))[0]).toBe(401)
  await eventually('a token that is refused everywhere', async () => {
    const statuses = await useEverywhere(token)
    return statuses.every((each) => each === 401) || undefined
  })
  expect((await closed).map(([code]) => code)).toEqual([4403, 4403, 4403])
  expect(await useEverywhere(kept)).toEqual([200, 200, 200])
})

function useEverywhere(token: string): Promise<readonly number[]> {
  return Promise.all(
    gateways.map(async ({ url }) => {
      const { status } = await fetch(`${url}/api/machines`, { headers: bearer(token) })
      return status
    }),
  )
}
