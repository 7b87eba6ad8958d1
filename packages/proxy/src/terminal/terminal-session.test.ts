/** Terminals before the real use cases, on a store in memory, over real sockets, in real time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createLiveKeyRing } from '@gatehouse/auth-core'
import { forceKeyRotation, propagationSeconds, revokedKids } from '@gatehouse/auth-core/operator'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '@gatehouse/auth-core/testing'
import { describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import {
  closing,
  nextMessage,
  openTerminal,
  startTerminalBackend,
  startTerminalGateway,
  type TerminalBackend,
} from '../../testing/index.ts'

const clock = { now: () => new Date(), advance: () => undefined }

describe('T-78: the terminals of a session', () => {
  it('end with its token on both sides, but for sessions that were refreshed anywhere', async () => {
    const environment = createTestEnvironment({
      ports: { clock },
      settings: { accessTokenSeconds: 4 },
    })
    const person = await environment.signUp()
    const elsewhere = environment.with({})
    const { backend, open } = await gatewayOf(environment)
    const [left, refreshed, refreshedElsewhere, loggedOut] = [
      await logIn(environment, person),
      await logIn(environment, person),
      await logIn(environment, person),
      await logIn(environment, person),
    ]
    const kept = [await open(refreshed), await open(refreshedElsewhere)]
    const [leftOpen, loggedOutOpen] = [await open(left), await open(loggedOut)]
    const ends = [leftOpen, loggedOutOpen, ...backend.sockets.slice(2)].map(closing)

    // Tokens expire at whole seconds.
    await sleep(1500)
    const from = environment.from()
    await environment.auth.logOut({ token: loggedOut, from })
    outcomeOf('refreshed', await environment.auth.refresh({ token: refreshed, from }))
    outcomeOf('refreshed', await elsewhere.auth.refresh({ token: refreshedElsewhere, from }))
    // Logging out ends no token, and so no terminal.
    expect(await echoed(loggedOutOpen)).toBe('still here')
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([4401, 4401, 4401, 4401])
    for (const terminal of kept) expect(await echoed(terminal)).toBe('still here')
    const last = await Promise.all(kept.map(closing))
    expect(last.map(([code]) => code)).toEqual([4401, 4401])
  })

  it('end sooner where the lifetime was shortened', async () => {
    const environment = createTestEnvironment({ ports: { clock } })
    const token = await logIn(environment, await environment.signUp())
    const { open } = await gatewayOf(environment.with({ settings: { accessTokenSeconds: 2 } }))
    const terminal = await open(token)
    expect(await closing(terminal)).toEqual([4401, 'The token has expired'])
  })

  it.each([
    ['the account is disabled', disableAccount],
    ['the tenant is disabled', (environment: TestEnvironment) => disableTenant(environment)],
    ['the tenant is removed', (environment: TestEnvironment) => removeTenant(environment)],
    ['the password is replaced', resetPassword],
    ['all keys are revoked', (environment: TestEnvironment) => rotate(environment)],
  ])('end with 4403 on both sides when %s', async (_what, happen) => {
    const environment = createTestEnvironment({ ports: { clock } })
    const ada = await environment.signUp()
    const { backend, open } = await gatewayOf(environment)
    const terminal = await open(await logIn(environment, ada))
    expect(await echoed(terminal)).toBe('still here')
    const ends = [terminal, ...backend.sockets].map(closing)
    await happen(environment, ada.accountId)
    expect(await Promise.all(ends)).toEqual([
      [4403, 'The session is no longer allowed'],
      [4403, 'The session is no longer allowed'],
    ])
  })

  it('T-97: stay when a clock that is set back corrects the moment of an earlier revocation', async () => {
    const environment = createTestEnvironment({ ports: { clock } })
    const ada = await environment.signUp()
    const { open } = await gatewayOf(environment)
    await rotate(environment)
    await sleep(propagationSeconds * 1000)
    await latch(environment, clock)
    const terminal = await open(await logIn(environment, ada))
    const behind = { now: () => new Date(Date.now() - 40 * 86_400_000) }
    await latch(environment, behind)
    await sleep(200)
    expect(await echoed(terminal)).toBe('still here')
  })

  it('stay when it is somebody else who may no longer act', async () => {
    const environment = createTestEnvironment({ ports: { clock } })
    const [ada, grace] = [
      await environment.signUp(),
      await environment.signUp({ organizationName: 'Globex', email: 'grace@example.com' }),
    ]
    const { open } = await gatewayOf(environment)
    const [one, other] = [
      await open(await logIn(environment, ada)),
      await open(await logIn(environment, grace)),
    ]
    const end = closing(one)
    await disableAccount(environment, ada.accountId)
    expect((await end)[0]).toBe(4403)
    expect(await echoed(other)).toBe('still here')
  })
})

async function gatewayOf({ auth, ports }: TestEnvironment) {
  const backend: TerminalBackend = await startTerminalBackend()
  const gateway = await startTerminalGateway(backend, {
    authenticate: (token, at) => auth.authenticate(token, at),
    checkSessions: (ids) => auth.checkSessions(ids),
    endings: ports.endings,
    revokedKeys: () => revokedKids({ keys: ports.keyRing.current(), now: clock.now() }),
    limits: { sessionCheckSeconds: 0.05, revocationPollSeconds: 0.05 },
  })
  const open = (token: string) => openTerminal(gateway, { query: `?token=${token}` })
  return { backend, open }
}

async function logIn(
  environment: TestEnvironment,
  person: Parameters<TestEnvironment['logIn']>[0],
): Promise<string> {
  return outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' })).token
}

async function echoed(terminal: WebSocket): Promise<string> {
  if (terminal.readyState !== WebSocket.OPEN) return 'closed'
  const echo = nextMessage(terminal)
  terminal.send('still here')
  return echo
}

async function resetPassword({ auth, from, lastMail }: TestEnvironment): Promise<void> {
  await auth.forgotPassword({ email: 'ada@example.com', from: from() })
  const [link] = (await lastMail('password_reset')).accounts
  const resetToken = link?.token ?? ''
  await auth.resetPassword({ resetToken, newPassword: 'another good one', from: from() })
}

function disableAccount(environment: TestEnvironment, accountId: string): Promise<void> {
  return environment.changeAccount(accountId, { status: 'disabled' })
}

function disableTenant(environment: TestEnvironment): Promise<void> {
  return environment.changeTenant('acme', { status: 'disabled' })
}

function removeTenant({ ports }: TestEnvironment): Promise<void> {
  return ports.store.transaction((tx) => tx.tenants.remove('acme'))
}

async function rotate({ ports }: TestEnvironment): Promise<void> {
  const keys = ports.keyRing.current()
  await ports.store.transaction(async (tx) => {
    for (const key of keys) await tx.signingKeys.put(key)
  })
  ports.keyRing.replace(await forceKeyRotation(ports))
}

/** Has a process with this clock make revocations in effect final. */
async function latch(
  { ports, settings }: TestEnvironment,
  its: Pick<typeof clock, 'now'>,
): Promise<void> {
  const ring = createLiveKeyRing({ ...ports, clock: its }, settings)
  await ring.reload()
  ports.keyRing.replace(ring.current())
}
