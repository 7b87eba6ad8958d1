/**
 * Loaded before the gateway: the process kills itself at a step of the request that asks for it.
 *
 * Steps are the statements that a request puts to the records, its requests to Keycloak, before they
 * are sent and when they were, and its answer. What other requests and the jobs do is not counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, Server, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { isEffect, type KillPoint, killHeader } from './steps.ts'

interface Count {
  readonly at: KillPoint
  steps: number
  effects: number
}

const counts = new AsyncLocalStorage<Count>()
const file = process.env.STEPS_FILE ?? ''

// The very modules that the gateway uses.
const requireOfSql = createRequire(import.meta.resolve('@gatehouse/sql'))

countStatementsOfSqlite()
countStatementsOfPostgres()
countRequests()
countAnswers()

/** Does some work whose steps are counted. */
export function counted<Result>(at: KillPoint, work: () => Result): Result {
  return counts.run({ at, steps: 0, effects: 0 }, work)
}

/** Counts a step of its own. */
export function step(name: string): void {
  if (isDue(name)) die()
}

/** Counts and writes down a step. @returns Whether it is the one to die at. */
function isDue(name: string): boolean {
  const count = counts.getStore()
  if (!count) return false
  const { at } = count
  const isCommitted = 'effect' in at && count.effects === at.effect
  count.steps += 1
  if (isEffect(name)) count.effects += 1
  const isSent = 'effect' in at && count.effects === at.effect && name !== 'commit'
  appendFileSync(file, `${name.replaceAll(/\s+/g, ' ').slice(0, 100)}\n`)
  return 'step' in at ? count.steps === at.step : isCommitted || isSent
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

type Statement = Record<string, (...parameters: unknown[]) => unknown>

function countStatementsOfSqlite(): void {
  const sqlite = requireOfSql('better-sqlite3') as {
    prototype: { name: string; prepare: (sql: string) => Statement }
  }
  const { prepare } = sqlite.prototype
  sqlite.prototype.prepare = function prepareCounted(sql) {
    const statement = prepare.call(this, sql)
    // What is counted against limits is in a file of its own.
    if (this.name.endsWith('.limits')) return statement
    for (const method of ['all', 'get', 'iterate', 'run']) {
      const original = statement[method]
      statement[method] = (...parameters) => {
        step(sql)
        return original?.apply(statement, parameters)
      }
    }
    return statement
  }
}

function countStatementsOfPostgres(): void {
  const { Client } = requireOfSql('pg') as {
    Client: { prototype: { query: (...parameters: unknown[]) => unknown } }
  }
  const { query } = Client.prototype
  Client.prototype.query = function queryCounted(...parameters) {
    for (const sql of statementsOf(parameters[0])) step(sql)
    return query.apply(this, parameters)
  }
}

/** What is sent to PostgreSQL in one message; of what is sent together each statement is a step. */
function statementsOf(what: unknown): readonly string[] {
  if (typeof what === 'string') return [what]
  const { statements = [what] } = what as { readonly statements?: readonly unknown[] }
  return statements.map((one) => (one as { readonly text?: string }).text ?? '')
}

/** Whether to die as soon as the request under way has left. */
let diesWhenSent = false

function countRequests(): void {
  const original = globalThis.fetch
  subscribe('undici:request:bodySent', () => {
    if (diesWhenSent) setImmediate(die)
  })
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const name = `${init?.method ?? 'GET'} ${url.pathname}`
    step(`before ${name}`)
    diesWhenSent ||= isDue(`sent ${name}`)
    return original(input, init)
  }
}

function countAnswers(): void {
  const { emit } = Server.prototype
  Server.prototype.emit = function emitCounted(
    this: Server,
    event: string,
    ...parameters: unknown[]
  ) {
    const [request] = parameters as [IncomingMessage | undefined]
    const at = event === 'request' ? request?.headers[killHeader] : undefined
    const work = (): boolean => emit.apply(this, [event, ...parameters] as never)
    return at === undefined ? work() : counted(JSON.parse(String(at)) as KillPoint, work)
  } as typeof emit
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function endCounted(this: ServerResponse, ...parameters: never) {
    step('answer')
    return end.apply(this, parameters)
  } as typeof end
}
