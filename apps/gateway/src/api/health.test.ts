import { NamedCause, PortError } from '@gatehouse/auth-core/ports'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import express from 'express'
import request from 'supertest'
import { createHealthRouter, type Dependency } from './health.ts'

const ok = async () => undefined
const broken = () => Promise.reject(new Error('the password is hunter2'))
const hanging = () => new Promise<never>(() => undefined)

const names = ['database', 'credential_store', 'mail', 'signing_keys'] as const

function appOf(checks: Partial<Record<Dependency['name'], Dependency['check']>>, draining = false) {
  const dependencies = names.map((name) => ({ name, check: checks[name] ?? ok }))
  return express().use(createHealthRouter(dependencies, () => draining))
}

afterEach(() => {
  jest.useRealTimers()
})

describe('that the process is alive', () => {
  it.each(['/healthz', '/livez'])('%s says it whatever the process lacks', async (path) => {
    const answer = await request(appOf({ database: broken }, true)).get(path)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('/readyz', () => {
  it('says that everything works', async () => {
    const answer = await request(appOf({})).get('/readyz')
    const checks = { database: 'ok', credential_store: 'ok', mail: 'ok', signing_keys: 'ok' }
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', checks }])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each(names)('names what does not work, and says no more of it: %s', async (name) => {
    const answer = await request(appOf({ [name]: broken })).get('/readyz')
    const checks = {
      ...{ database: 'ok', credential_store: 'ok', mail: 'ok', signing_keys: 'ok' },
      [name]: 'unavailable',
    }
    expect([answer.status, answer.body]).toEqual([503, { status: 'not_ready', checks }])
  })

  it('names the reason where it is known, with no word of its message', async () => {
    const cause = new NamedCause('login_refused 535', 'the password is hunter2')
    const refused = () => Promise.reject(new PortError('mailer', 'unavailable', cause))
    const { body } = await request(appOf({ mail: refused, database: broken })).get('/readyz')
    expect(body).toMatchObject({ status: 'not_ready', checks: { mail: 'unavailable' } })
    expect(body.reasons).toEqual({ mail: 'login_refused 535' })
  })

  it.each([
    ['?exclude=mail', { database: 'ok', credential_store: 'ok', signing_keys: 'ok' }],
    ['?exclude=mail&exclude=database', { credential_store: 'ok', signing_keys: 'ok' }],
    [
      '?exclude=mail&exclude=nothing',
      { database: 'ok', credential_store: 'ok', signing_keys: 'ok' },
    ],
  ])('leaves out what it is told to: %s', async (query, checks) => {
    const answer = await request(appOf({ mail: broken })).get(`/readyz${query}`)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', checks }])
  })

  it.each(['?exclude=database', '?exclude', '?exclude[mail]=mail', '?exclude=MAIL'])(
    'counts what it is not told to leave out: %s',
    async (query) => {
      const answer = await request(appOf({ mail: broken })).get(`/readyz${query}`)
      expect([answer.status, answer.body.checks.mail]).toEqual([503, 'unavailable'])
    },
  )

  it('does not wait for what hangs', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'], advanceTimers: 50 })
    const answer = await request(appOf({ mail: hanging })).get('/readyz')
    expect([answer.status, answer.body.checks.mail]).toEqual([503, 'unavailable'])
  })

  it('asks what did not answer in time again', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'], advanceTimers: 50 })
    const answers = [hanging, ok]
    const app = appOf({ mail: () => (answers.shift() ?? broken)() })
    const states = [await request(app).get('/readyz'), await request(app).get('/readyz')]
    expect(states.map(({ body }) => body.checks.mail)).toEqual(['unavailable', 'ok'])
  })

  it('asks a dependency once, however many want to know at the same time', async () => {
    let asked = 0
    const app = appOf({
      mail: async () => {
        asked += 1
      },
    })
    await Promise.all(Array.from({ length: 10 }, () => request(app).get('/readyz')))
    expect(asked).toBe(1)
  })

  it('is not ready while the gateway stops', async () => {
    const answer = await request(appOf({}, true)).get('/readyz')
    expect([answer.status, answer.body.status]).toEqual([503, 'draining'])
  })

  it('takes its own name alone', async () => {
    for (const path of ['/readyz/', '/READYZ', '/healthz/']) {
      expect((await request(appOf({})).get(path)).status).toBe(404)
    }
  })
})
