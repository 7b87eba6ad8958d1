import { IdentifierNode, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { ourNames } from './our-tables.ts'

/**
 * Puts our tables into a schema, whatever names them: a builder, or `sql.table` in a text of ours. So
 * connections that a host uses as well keep their `search_path`. Names that are not ours stay as they are.
 */
export function inSchema(schema: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => place(node, schema) as RootOperationNode,
    transformResult: async ({ result }) => result,
  }
}

/** The tree of a statement, with the schema at every name of ours. */
function place(part: unknown, schema: string): unknown {
  if (Array.isArray(part)) return part.map((each) => place(each, schema))
  if (!isNode(part) || valueKinds.has(part.kind)) return part
  const placed = Object.fromEntries(
    Object.entries(part).map(([name, each]) => [name, place(each, schema)]),
  )
  const isOurs = part.kind === 'SchemableIdentifierNode' && ourNames.has(nameIn(part))
  if (!isOurs || placed.schema !== undefined) return placed
  return { ...placed, schema: IdentifierNode.create(schema) }
}

interface Node {
  readonly kind: string
  readonly identifier?: unknown
}

/** What holds values of rows, and no name. */
const valueKinds: ReadonlySet<string> = new Set(['ValueNode', 'PrimitiveValueListNode'])

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'kind' in part
}

function nameIn({ identifier }: Node): string {
  return isNode(identifier) && 'name' in identifier ? String(identifier.name) : ''
}
