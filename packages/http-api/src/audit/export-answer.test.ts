import type { AuditItem, Auth } from '@gatehouse/auth-core'
import { eventually } from '@gatehouse/test-services'
import { expect, it } from '@jest/globals'
import request from 'supertest'
import { type Listener, listen } from '../../test-support/listen.ts'
import { createRecordingLog } from '../../test-support/recording-log.ts'
import { createNodeHandler } from '../node/node-handler.ts'
import { type OperationName, operations } from '../operations/operations.ts'
import { createRoutes } from '../routes/routes.ts'

type Export = Awaited<ReturnType<Auth['exportAudit']>>

it('answers with a line for each entry, in the words of the interface', async () => {
  const { app, asked } = start(exportOf([[item(2), item(1)], [item(0)]]))
  const answer = await get(app, '/api/auth/audit?kind=login&to=2026-01-31T12:00:00Z').buffer()
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/jsonl'])
  expect(answer.headers.vary).toBe('Accept')
  const lines = String(answer.text ?? answer.body)
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual([2, 1, 0])
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    seq: 2,
    at: '2030-01-01T00:00:00.000Z',
    kind: 'login',
    outcome: 'ok',
    account: { id: 'account-1', username: null },
    actor: null,
    tenant_id: 'acme',
    client: 'ui',
    network: '192.0.2.1',
    user_agent: 'a browser\n',
    request_id: 'request-2',
    detail: {},
  })
  const period = { to: new Date('2026-01-31T12:00:00Z') }
  expect(asked).toEqual([expect.objectContaining({ token: 'bearer-1', kind: 'login', period })])
})

it.each([
  ['/api/auth/audit?limit=3', 400, 'validation_failed'],
  ['/api/auth/audit?from=yesterday', 400, 'validation_failed'],
])('answers %s with %i', async (target, status, code) => {
  const { app, asked } = start(exportOf([]))
  const answer = await get(app, target)
  expect([answer.status, answer.body.code, asked]).toEqual([status, code, []])
})

it('answers a refusal with a problem', async () => {
  const { app } = start({ kind: 'refused', refusal: 'forbidden' })
  const answer = await get(app, '/api/auth/audit')
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
})

it.each([undefined, '*/*', 'application/json', 'application/jsonl;q=0.5, application/json'])(
  'leaves a caller who accepts %s to the route with the pages',
  async (accept) => {
    const { app, asked } = start(exportOf([]))
    const asking = request(app).get('/api/auth/audit').set('Authorization', 'Bearer bearer-1')
    const answer = await (accept === undefined ? asking : asking.set('Accept', accept))
    expect([answer.status, answer.body, asked]).toEqual([200, { items: [], next_cursor: null }, []])
  },
)

it('reads no more pages than the client takes, and none once it is gone', async () => {
  let given = 0
  let isOver = false
  async function* endless() {
    try {
      for (;;) {
        given += 1
        yield Array.from({ length: 200 }, (_, seq) => item(seq))
      }
    } finally {
      isOver = true
    }
  }
  const { app } = start({ kind: 'audit_export', pages: endless() })
  const url = await listen(app)
  const leaving = new AbortController()
  const { signal } = leaving
  const headers = { accept: 'application/jsonl', authorization: 'Bearer bearer-1' }
  const { body } = await fetch(`${url}/api/auth/audit`, { headers, signal })
  await body?.getReader().read()
  // What fills the buffers of both ends is given; then it stands still, however long that takes.
  await eventually('no more pages are read', async () => {
    const before = given
    await new Promise((resolve) => setTimeout(resolve, 100))
    return before === given || undefined
  })
  expect(isOver).toBe(false)
  leaving.abort()
  await eventually('the export has ended', async () => isOver || undefined)
})

it('cuts the answer off where a page cannot be read, so that it is not taken for whole', async () => {
  async function* broken() {
    yield [item(1)]
    throw new Error('the database is gone')
  }
  const { app, log } = start({ kind: 'audit_export', pages: broken() })
  await expect(get(app, '/api/auth/audit').buffer()).rejects.toThrow(/aborted|hang up/)
  expect(log).toEqual([expect.objectContaining({ msg: 'request failed', request_id: 'request-1' })])
})

function start(outcome: Export) {
  const asked: object[] = []
  const { log, lines } = createRecordingLog()
  const fail = () => Promise.reject(new Error('no other use case is asked'))
  const others = Object.fromEntries(Object.keys(operations).map((name) => [name, fail]))
  const auth: Pick<Auth, 'exportAudit' | 'readAudit'> = {
    async exportAudit(query) {
      asked.push(query)
      return outcome
    },
    readAudit: async () => ({ kind: 'audit', items: [], next: null }),
  }
  const from = {
    client: 'ui',
    network: '192.0.2.1',
    userAgent: 'a browser',
    requestId: 'request-1',
    receivedAt: new Date('2030-01-01T00:00:00Z'),
  } as const
  const problemBase = 'https://id.example'
  const routes = createRoutes({
    // Every other use case fails.
    auth: { ...(others as unknown as Pick<Auth, OperationName>), ...redirecting, ...auth },
    edition: '1.2.0',
    answersBackends: false,
    publicBaseUrl: problemBase,
    problemBase,
    maxBodyBytes: 1024,
    log,
  })
  const factsOf = () => ({ address: '127.0.0.1', from })
  const handler = createNodeHandler(routes, { factsOf, prefix: '/api/auth', problemBase })
  const app: Listener = (incoming, response) => void handler(incoming, response)
  return { app, asked, log: lines }
}

const never = () => Promise.reject(new Error('there is no provider'))
const redirecting = { startOidcLogin: never, finishOidcLogin: never }

function exportOf(pages: readonly (readonly AuditItem[])[]): Export {
  return {
    kind: 'audit_export',
    pages: (async function* () {
      yield* pages
    })(),
  }
}

function get(app: Listener, target: string) {
  return request(app)
    .get(target)
    .set('Accept', 'application/jsonl')
    .set('Authorization', 'Bearer bearer-1')
}

function item(seq: number): AuditItem {
  return {
    entry: {
      seq,
      at: new Date('2030-01-01T00:00:00Z'),
      kind: 'login',
      outcome: 'ok',
      accountId: 'account-1',
      actorId: null,
      tenantId: 'acme',
      client: 'ui',
      network: '192.0.2.1',
      userAgent: 'a browser\n',
      requestId: `request-${seq}`,
      detail: {},
    },
    account: { id: 'account-1', username: null },
    actor: null,
  }
}
