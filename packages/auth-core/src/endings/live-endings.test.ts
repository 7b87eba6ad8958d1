import { describe, expect, it } from '@jest/globals'
import { createMemoryStore } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { disableAccount } from '../operator/index.ts'
import { createLiveEndings } from './live-endings.ts'

const day = 86_400

describe('what ended', () => {
  it('is known to the process that ended it at once, and to others when they reload', async () => {
    const { environment, ada, token } = await loggedIn()
    const other = replicaOf(environment)
    await resetPassword(environment, ada)
    expect(check(environment, token)).toBe('session_ended')
    expect(check(other, token)).toBe('valid')
    await other.ports.endings.reload()
    expect(check(other, token)).toBe('session_ended')
  })

  it('is all the sessions of the account, those that were logged out too, and no others', async () => {
    const { environment, ada, token } = await loggedIn()
    const grace = await environment.signUp({ organizationName: 'Globex', email: 'g@example.com' })
    const [second, hers] = [await logIn(environment, ada), await logIn(environment, grace)]
    await environment.auth.logOut({ token: second, from: environment.from() })
    await resetPassword(environment, ada)
    const after = await logIn(environment, { ...ada, password: 'another good one' })
    expect([token, second, hers, after].map((each) => check(environment, each))).toEqual([
      'session_ended',
      'session_ended',
      'valid',
      'valid',
    ])
  })

  it('is known after a restart, for as long as a token could live', async () => {
    const { environment, ada, token } = await loggedIn()
    await resetPassword(environment, ada)
    environment.ports.clock.advance(day - 1)
    const restarted = replicaOf(environment)
    await restarted.ports.endings.reload()
    expect(check(restarted, token)).toBe('session_ended')
  })

  it('T-97: is known at once when a clock that was ahead of its end is right again', async () => {
    const { environment, ada, token } = await loggedIn()
    await resetPassword(environment, ada)
    const other = replicaOf(environment)
    await other.ports.endings.reload()
    environment.ports.clock.advance(30 * day)
    await other.ports.endings.reload()
    environment.ports.clock.advance(3600 - 30 * day)
    expect(check(other, token)).toBe('session_ended')
  })

  it('is forgotten in the course of time when the store has it no more', async () => {
    const { environment, ada, token } = await loggedIn()
    await resetPassword(environment, ada)
    const { endings } = replicaOf(environment).ports
    const { store } = environment.ports
    await endings.reload()
    await store.transaction((tx) => tx.endings.removeExpired(new Date('9999-01-01')))
    expect(endings.list()).not.toEqual([])
    for (let reloads = 1; reloads <= 300; reloads += 1) await endings.reload()
    expect(endings.list()).toEqual([])
    expect(check(environment, token)).toBe('session_ended')
  })

  it('is not forgotten when a slow list of everything comes after a later one', async () => {
    const { environment, ada, token } = await loggedIn()
    const { store } = environment.ports
    const slow = Promise.withResolvers<void>()
    let reads = 0
    const transaction = async () => {
      reads += 1
      const isSlow = reads === 1
      const list = await listed(environment)
      if (isSlow) await slow.promise
      return list
    }
    const endings = createLiveEndings({ store: { ...store, transaction: transaction as never } })
    const first = endings.reload()
    await resetPassword(environment, ada)
    await endings.reload()
    slow.resolve()
    await first
    const through = environment.with({ ports: { ...environment.ports, endings } })
    expect(check(through, token)).toBe('session_ended')
  })

  it('is not forgotten when it was noted while everything was loaded', async () => {
    const { environment, ada, token } = await loggedIn()
    const { store } = environment.ports
    const during = async () => {
      await resetPassword(environment, ada)
      endings.note((await listed(environment)).endings)
      return { endings: [], mark: 0 }
    }
    const endings = createLiveEndings({ store: { ...store, transaction: during as never } })
    await endings.reload()
    const through = environment.with({ ports: { ...environment.ports, endings } })
    expect(check(through, token)).toBe('session_ended')
  })

  it.each([-40, 40])(
    'T-97: is known when the process that ended it is %d days off',
    async (days) => {
      const { environment, ada, token } = await loggedIn()
      const { clock } = environment.ports
      const other = replicaOf(environment)
      await other.ports.endings.reload()
      const wrong = { now: () => new Date(clock.now().getTime() + days * day * 1000) }
      await disableAccount({ ...environment.ports, clock: wrong }, ada.username)
      await other.ports.endings.reload()
      expect(check(other, token)).toBe('session_ended')
    },
  )

  it('is not what a transaction did that failed, or the run of it that was not kept', async () => {
    const store = createMemoryStore({ rehearse: true })
    const environment = createTestEnvironment({ ports: { store } })
    const ada = await environment.signUp()
    const token = await logIn(environment, ada)
    const heard: string[] = []
    environment.ports.endings.subscribe(() => heard.push('ended'))
    await resetPassword(environment, ada)
    expect(check(environment, token)).toBe('session_ended')
    expect(heard).toEqual(['ended'])
  })

  it('is told to who listens, once, until they stop', async () => {
    const { environment, ada } = await loggedIn()
    const heard: string[] = []
    const stop = environment.ports.endings.subscribe(() => heard.push('ended'))
    await resetPassword(environment, ada)
    await environment.ports.endings.reload()
    expect(heard).toEqual(['ended'])
    stop()
    const next = { ...ada, password: 'another good one' }
    await logIn(environment, next)
    environment.ports.clock.advance(120)
    await resetPassword(environment, next)
    expect(heard).toEqual(['ended'])
  })
})

async function loggedIn() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  return { environment, ada, token: await logIn(environment, ada) }
}

function listed({ ports }: TestEnvironment) {
  return ports.store.transaction((tx) => tx.endings.listSince('session', null))
}

/** Another process on the same records. */
function replicaOf(environment: TestEnvironment): TestEnvironment {
  return environment.with({ ports: { endings: createLiveEndings(environment.ports) } })
}

async function logIn(
  environment: TestEnvironment,
  person: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  return outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' })).token
}

async function resetPassword(environment: TestEnvironment, { email }: Person): Promise<void> {
  await environment.auth.forgotPassword({ email, from: environment.from() })
  const [link] = (await environment.lastMail('password_reset')).accounts
  const reset = await environment.auth.resetPassword({
    resetToken: link?.token ?? '',
    newPassword: 'another good one',
    from: environment.from(),
  })
  outcomeOf('password_reset', reset)
}

function check({ auth, ports }: TestEnvironment, token: string): string {
  const checked = auth.authenticate(token, ports.clock.now())
  return checked.kind === 'refused' ? checked.refusal : checked.kind
}
