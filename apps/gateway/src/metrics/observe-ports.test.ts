import { createAuth, defaultSettings, PortError, type Requester } from '@gatehouse/auth-core'
import type { Mail, Store } from '@gatehouse/auth-core/ports'
import { createMemoryPorts, down } from '@gatehouse/auth-core/testing'
import { createInstruments } from '@gatehouse/prometheus'
import { readMetrics } from '@gatehouse/prometheus/testing'
import { describe, expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { observeAuth } from './observe-auth.ts'
import { observeCredentialStore } from './observe-credential-store.ts'
import { observeJobs } from './observe-jobs.ts'
import { observeMailer } from './observe-mailer.ts'
import { observeRateLimiter } from './observe-rate-limiter.ts'
import { observeStore } from './observe-store.ts'
import { observeTerminals } from './observe-terminals.ts'

describe('use cases', () => {
  it('are counted by what came of them and who asked', async () => {
    const { ports, instruments, read } = create()
    const auth = observeAuth(createAuth(ports, defaultSettings), instruments)
    await auth.signUp(signUp(ports.clock.now()))
    await auth.logIn({ ...login, from: from(ports.clock.now()) })
    await auth.logIn({ ...login, password: 'wrong', from: from(ports.clock.now()) })
    await auth.signUp({ ...signUp(ports.clock.now()), username: '!' })
    expect(await read('gatehouse_auth_outcomes_total')).toEqual({
      '{operation="signUp",outcome="signed_up",client="cli"}': 1,
      '{operation="signUp",outcome="invalid",client="cli"}': 1,
      '{operation="logIn",outcome="authenticated",client="cli"}': 1,
      '{operation="logIn",outcome="invalid_credentials",client="cli"}': 1,
    })
  })

  it('fail with what they depend on', async () => {
    const { ports, instruments, read } = create()
    const store = { ...ports.store, transaction: down('store') }
    const auth = observeAuth(createAuth({ ...ports, store }, defaultSettings), instruments)
    await expect(auth.logIn({ ...login, from: from(ports.clock.now()) })).rejects.toThrow()
    expect(await read('gatehouse_auth_outcomes_total')).toEqual({
      '{operation="logIn",outcome="failed",client="cli"}': 1,
    })
  })
})

describe('transactions', () => {
  it('are committed, undone or failed, and counted when they are run again', async () => {
    const { ports, instruments, read } = create()
    const twice: Store['transaction'] = async (work) => {
      await ports.store.transaction(work)
      return ports.store.transaction(work)
    }
    const store = observeStore({ ...ports.store, transaction: twice }, instruments)
    await store.transaction(async () => 1)
    await expect(store.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const failing = down('store')
    await expect(store.transaction(failing)).rejects.toThrow()
    expect(await read('gatehouse_database_transaction_duration_seconds_count')).toEqual({
      '{outcome="committed"}': 1,
      '{outcome="undone"}': 1,
      '{outcome="unavailable"}': 1,
    })
    expect(await read('gatehouse_database_transaction_retries_total')).toEqual({ '': 1 })
    expect(await read('gatehouse_database_transactions_open')).toEqual({ '': 0 })
  })
})

describe('limits', () => {
  it('are counted where they stop somebody; a streak alone stops nobody', async () => {
    const { ports, instruments, read } = create()
    const { limits } = defaultSettings
    const limiter = observeRateLimiter(ports.rateLimiter, limits, instruments)
    const once = { points: 1, seconds: 60 }
    for (const name of ['login_network', 'login_streak', 'login_streak_pause', 'made_up']) {
      await limiter.take({ name, ...once }, 'a')
      await limiter.take({ name, ...once }, 'a')
    }
    const stopped = Object.entries(await read('gatehouse_rate_limited_total'))
    expect(Object.fromEntries(stopped.filter(([, count]) => count > 0))).toEqual({
      '{rule="login_network"}': 1,
      '{rule="login_streak_pause"}': 1,
      '{rule="other"}': 1,
    })
    expect(await read('gatehouse_rate_limit_store_duration_seconds_count')).toEqual({
      '{outcome="ok"}': 8,
    })
  })

  it('are counted among steps that one call takes, and the call is measured once', async () => {
    const { ports, instruments, read } = create()
    const { loginStreak, loginPerNetwork, loginPerAccount } = defaultSettings.limits
    const within = { allowed: true, taken: 1, retryAfter: 60 }
    const usedUp = { allowed: false, taken: 9, retryAfter: 60 }
    const limiter = observeRateLimiter(
      {
        ...ports.rateLimiter,
        takeInOrder: async (steps) => steps.map(({ key }) => (key === 'used up' ? usedUp : within)),
        change: async () => {},
      },
      defaultSettings.limits,
      instruments,
    )
    await limiter.takeInOrder?.([
      { kind: 'look', limit: loginPerAccount, key: 'used up' },
      { kind: 'take', limit: loginPerAccount, key: 'a' },
      { kind: 'take', limit: loginStreak, key: 'used up' },
      { kind: 'take', limit: loginPerNetwork, key: 'used up' },
    ])
    await limiter.change?.([{ kind: 'reset', limit: loginStreak, key: 'a' }])
    const stopped = Object.entries(await read('gatehouse_rate_limited_total'))
    expect(Object.fromEntries(stopped.filter(([, count]) => count > 0))).toEqual({
      '{rule="login_network"}': 1,
    })
    expect(await read('gatehouse_rate_limit_store_duration_seconds_count')).toEqual({
      '{outcome="ok"}': 2,
    })
  })

  it('show that their counters are away', async () => {
    const { ports, instruments, read } = create()
    const look = down('rate_limiter')
    const limiter = observeRateLimiter(
      { ...ports.rateLimiter, look },
      defaultSettings.limits,
      instruments,
    )
    await expect(limiter.look(defaultSettings.limits.loginPerNetwork, 'a')).rejects.toThrow()
    expect(await read('gatehouse_rate_limit_store_duration_seconds_count')).toEqual({
      '{outcome="unavailable"}': 1,
    })
  })
})

describe('the credential store', () => {
  it('is measured by call and outcome; nobody looks like somebody', async () => {
    const { ports, instruments, read } = create()
    const setPassword = down('credential_store')
    const store = observeCredentialStore({ ...ports.credentialStore, setPassword }, instruments)
    const user = { tenantId: 't', credentialId: 'c', username: 'ada' }
    await store.checkPassword(user, 'wrong')
    await store.checkNobody('wrong')
    await store.checkReady()
    await expect(store.setPassword(user, 'x')).rejects.toThrow()
    expect(await read('gatehouse_credential_store_duration_seconds_count')).toEqual({
      '{call="check_password",outcome="refused"}': 2,
      '{call="check_ready",outcome="ok"}': 1,
      '{call="set_password",outcome="unavailable"}': 1,
    })
    expect(await read('gatehouse_credential_store_calls_in_flight')).toEqual({ '': 0 })
  })
})

describe('mails', () => {
  it('are counted by kind and by what the server said', async () => {
    const { ports, instruments, read } = create()
    const mailer = observeMailer(ports.mailer, instruments)
    const [first, second] = [await mailer.prepare('1', code, 3), await mailer.prepare('2', code, 3)]
    await first.send(15)
    second.cancel()
    ports.mailer.failWith(new PortError('mailer', 'rejected'))
    await expect(mailer.prepare('3', code, 3)).rejects.toThrow()
    expect(await read('gatehouse_mail_deliveries_total')).toEqual({
      '{kind="otp",outcome="sent"}': 1,
      '{kind="otp",outcome="cancelled"}': 1,
      '{kind="otp",outcome="rejected"}': 1,
    })
    expect(await read('gatehouse_mail_delivery_duration_seconds_count')).toEqual({
      '{step="prepare"}': 3,
      '{step="content"}': 1,
    })
    expect(ports.mailer.sent.map(({ id }) => id)).toEqual(['1'])
  })
})

describe('workers', () => {
  it('are counted, and when they last did well', async () => {
    const { instruments, read } = create()
    const workers = observeJobs(instruments)
    workers.started('mail')
    const [started] = Object.values(await read('gatehouse_worker_last_success_timestamp_seconds'))
    workers.roundEnded('mail', 'failed')
    expect(await read('gatehouse_worker_last_success_timestamp_seconds')).toEqual({
      '{worker="mail"}': started,
    })
    workers.roundEnded('mail', 'ok')
    workers.mailsDelivered({ sent: 3, postponed: 2, givenUp: 1 })
    expect(await read('gatehouse_worker_rounds_total')).toEqual({
      '{worker="mail",outcome="ok"}': 1,
      '{worker="mail",outcome="failed"}': 1,
    })
    expect(await read('gatehouse_outbox_mails_total')).toEqual({
      '{fate="sent"}': 3,
      '{fate="postponed"}': 2,
      '{fate="given_up"}': 1,
    })
  })
})

describe('terminals', () => {
  it('end with codes that have a meaning, or with others that are one', async () => {
    const { instruments, read } = create()
    const terminals = observeTerminals(instruments)
    for (const code of [1000, 1006, 4401, 4999, 4998]) terminals.closed(code)
    expect(await read('gatehouse_terminals_closed_total')).toEqual({
      '{code="1000"}': 1,
      '{code="1006"}': 1,
      '{code="4401"}': 1,
      '{code="other"}': 2,
    })
  })

  it('are counted once when they are not opened', async () => {
    const { instruments, read } = create()
    const terminals = observeTerminals(instruments)
    for (const how of ['gone', 'answered', 'failed'] as const) terminals.notOpened(how)
    terminals.rejected('upstream_unavailable')
    expect(await read('gatehouse_terminals_refused_total')).toEqual({
      '{reason="client_gone"}': 1,
      '{reason="backend_refused"}': 1,
      '{reason="upstream_unavailable"}': 1,
    })
  })
})

const login = { email: 'ada@example.com', password: 'a long enough one' }

const code: Mail = {
  kind: 'otp',
  to: login.email,
  organization: 'Engines',
  code: '123456',
  minutes: 5,
}

function from(receivedAt: Date): Requester {
  return { client: 'cli', network: '192.0.2.1', userAgent: '', requestId: 'r-1', receivedAt }
}

function signUp(now: Date) {
  return {
    ...login,
    username: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace',
    organizationName: 'engines',
    companyName: 'Engines',
    from: from(now),
  }
}

function create() {
  const registry = new Registry()
  const read = async (metric: string) => {
    const numbers = Object.entries(Object.fromEntries(readMetrics(await registry.metrics())))
    return Object.fromEntries(
      numbers
        .filter(([name]) => name.split('{', 1)[0] === metric)
        .map(([name, value]) => [name.slice(metric.length), value]),
    )
  }
  return { ports: createMemoryPorts(), instruments: createInstruments(registry), read }
}
