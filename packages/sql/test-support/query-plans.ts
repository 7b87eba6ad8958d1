import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely'
import type { Database } from '../src/index.ts'
import type { Schema } from '../src/schema.ts'

/** A statement as it was run. */
type Statement = Pick<CompiledQuery, 'parameters' | 'sql'>

/** A database that remembers the statements it was given. */
export interface RecordedDatabase extends Database {
  readonly statements: readonly Statement[]
}

/** Remembers the statements that Kysely makes. */
export function recordStatements(database: Database): RecordedDatabase {
  const statements: Statement[] = []
  const recorded = (db: Kysely<Schema>) => db.withPlugin(recorder(db, statements))
  return {
    ...database,
    statements,
    db: recorded(database.db),
    transaction: (work) => database.transaction((db) => work(recorded(db))),
    read: (ask) => database.read((db) => ask(recorded(db))),
  }
}

function recorder(db: Kysely<Schema>, statements: Statement[]): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/**
 * The steps of a statement that read more than they have to: a whole table, or an index from one
 * end to the other. On PostgreSQL only tables that could be read in no other way: its planner would
 * read small ones as a whole in any case.
 */
export function wholeReads(database: Database, statement: Statement): Promise<readonly string[]> {
  return database.flavour === 'sqlite'
    ? wholeReadsOnSqlite(database, statement)
    : wholeReadsOnPostgres(database, statement)
}

/** The plan of a statement, as the database describes it. */
export async function readPlan(
  { flavour, transaction }: Database,
  { parameters, sql: text }: Statement,
): Promise<readonly unknown[]> {
  const explain = flavour === 'sqlite' ? 'explain query plan' : 'explain (format json)'
  return transaction(async (db) => {
    if (flavour === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
    const query = CompiledQuery.raw(`${explain} ${text}`, [...parameters])
    return (await db.executeQuery(query)).rows
  })
}

async function wholeReadsOnSqlite(database: Database, statement: Statement) {
  const steps = (await readPlan(database, statement)) as readonly { readonly detail: string }[]
  return steps
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && !ownRows.test(detail))
    .filter((detail) => !waitingIndexes.test(detail))
}

/** Rows that the statement itself brings. */
const ownRows = /^SCAN (links|(\d+ )?CONSTANT ROWS?)$/

/** Indexes of what waits alone: to read one of them as a whole reads no other mails or entries. */
const waitingIndexes = /\b(outbox_(waiting|tried|leased)|audit_log_waiting)$/

/** A step of a plan, as PostgreSQL describes it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

async function wholeReadsOnPostgres(database: Database, statement: Statement) {
  const [row] = (await readPlan(database, statement)) as readonly {
    readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }]
  }[]
  return row ? nodesOf(row['QUERY PLAN'][0].Plan).filter(readsAll).map(describeNode) : []
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function readsAll(node: PlanNode): boolean {
  if (node['Node Type'] === 'Seq Scan') return true
  const isOfIndex = /Index (Only )?Scan$/.test(node['Node Type'])
  return isOfIndex && !node['Index Cond'] && !waitingIndexes.test(node['Index Name'] ?? '')
}

function describeNode(node: PlanNode): string {
  return `SCAN ${node['Relation Name'] ?? ''}`
}
