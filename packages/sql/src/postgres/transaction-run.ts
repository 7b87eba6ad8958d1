import { PortError } from '@gatehouse/auth-core/ports'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { QueryResult } from 'pg'
import { isDeferrable } from '../deferred-writes.ts'
import type { GuardedClient } from './guard-pool.ts'
import type { Statement } from './pipeline.ts'
import { meaningOfFailure } from './postgres-fault.ts'

/** One run of a transaction on a connection. */
export interface TransactionRun {
  /** What Kysely puts the statements of the transaction to. */
  readonly connection: DatabaseConnection
  /**
   * Sends what was not sent yet, and commits.
   *
   * @throws {PortError} What failed in the transaction, caught or not. `timeout` also when the connection was
   *   lost during the commit: only the caller can find out whether it was committed.
   */
  commit(): Promise<void>
  /** Undoes everything. Never throws: a connection on which that fails is closed. */
  rollback(): Promise<void>
}

interface WaitingStatement {
  readonly statement: Statement
  /** Not set where no one waits for the answer. */
  readonly caller?: {
    readonly resolve: (result: QueryResult) => void
    readonly reject: (error: unknown) => void
  }
}

/**
 * Runs a transaction with few round trips to the server. What begins it goes out with its first statement,
 * writes without an answer with what comes next, and statements that are asked at the same time together.
 *
 * @param start The statements that begin a transaction.
 */
export function createTransactionRun(
  client: GuardedClient,
  start: readonly string[],
): TransactionRun {
  let waiting: WaitingStatement[] = start.map((text) => ({ statement: { text, values: [] } }))
  let underWay: Promise<void> = Promise.resolve()
  let hasBegun = false
  let isFlushDue = false
  let failure: { readonly error: unknown } | undefined

  function rejectWaiting(error: unknown): void {
    const dropped = waiting
    waiting = []
    for (const { caller } of dropped) caller?.reject(error)
  }

  async function send(): Promise<void> {
    if (failure) rejectWaiting(failure.error)
    const sent = waiting
    if (sent.length === 0) return
    waiting = []
    hasBegun = true
    const answers = await client.run(sent.map(({ statement }) => statement))
    if ('failure' in answers) failure = { error: answers.failure }
    for (const [index, { caller }] of sent.entries()) {
      const result = answers.results[index]
      if (result) caller?.resolve(result)
      else caller?.reject(failure?.error)
    }
  }

  function flush(): Promise<void> {
    underWay = underWay.then(send)
    return underWay
  }

  /** Once everything that is ready to ask has asked. */
  function flushSoon(): void {
    if (isFlushDue) return
    isFlushDue = true
    process.nextTick(() => {
      isFlushDue = false
      void flush()
    })
  }

  function throwFailure(toThrown = (error: unknown) => error): void {
    if (failure) throw toThrown(failure.error)
  }

  async function commit(): Promise<void> {
    // A commit does not go out with the first statements: if the connection turns out to be lost, they can
    // run again elsewhere, and a commit cannot.
    const hasNothing = !hasBegun && waiting.length === start.length
    if (!hasBegun && !hasNothing) await flush()
    await underWay
    throwFailure()
    if (hasNothing) return
    waiting.push({ statement: { text: 'commit', values: [] } })
    await flush()
    throwFailure(afterCommit)
  }

  return {
    connection: connectionOf((compiled) => {
      if (failure) return Promise.reject(failure.error)
      const statement = { text: compiled.sql, values: compiled.parameters }
      if (isDeferrable(compiled)) {
        waiting.push({ statement })
        return Promise.resolve(undefined)
      }
      return new Promise((resolve, reject) => {
        waiting.push({ statement, caller: { resolve, reject } })
        flushSoon()
      })
    }),
    commit,
    async rollback() {
      await underWay
      rejectWaiting(new PortError('store', 'unavailable', new Error('it was rolled back')))
      if (hasBegun) await client.undo()
    },
  }
}

/** The failure of a commit, which may have happened when the connection was lost. */
function afterCommit(error: unknown): unknown {
  const isLost = error instanceof PortError && meaningOfFailure(error) === 'connection'
  if (!isLost) return error
  return new PortError(
    'store',
    'timeout',
    new Error('lost while committing', { cause: error.cause }),
  )
}

function connectionOf(
  ask: (compiled: CompiledQuery) => Promise<QueryResult | undefined>,
): DatabaseConnection {
  return {
    async executeQuery<Row>(compiled: CompiledQuery) {
      const result = await ask(compiled)
      if (result === undefined) return { rows: [] }
      const { command, rowCount } = result
      const rows = result.rows as Row[]
      return changes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    },
    streamQuery() {
      throw new TypeError('rows are not streamed')
    },
  }
}

const changes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
