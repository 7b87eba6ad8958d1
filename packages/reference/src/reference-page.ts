import type { ApiDocument, ApiSchema } from './api-document.ts'
import { fieldList, fieldsOf, typeOf } from './fields.ts'
import { escaped, page, withCode } from './html.ts'
import { type Addressed, operationSection } from './operation.ts'

/** A group of operations, with those that only name the organization besides. */
interface Group {
  readonly name: string
  readonly description: string
  readonly operations: readonly Addressed[]
}

/** The ending of an operation that is another one for a named organization. */
const ofTenant = 'OfTenant'

/** Every operation and every schema of a document, as a page that needs no script. */
export function referencePage(document: ApiDocument): string {
  const { info, servers, components } = document
  const server = servers[0]?.url ?? ''
  const all = operationsOf(document)
  const groups = groupsOf(document, all)
  const schemas = Object.entries(components.schemas)
  return page(
    'API reference',
    [
      `<p>${withCode(info.description)}</p>`,
      `<p>Edition ${escaped(info.version)} of the interface, Gatehouse ${escaped(info['x-gatehouse-version'])}, at <code>${escaped(server)}</code>. Programs read it as
<a href="/openapi.json">OpenAPI document</a>; what each error means, and what to do about it, is in the
<a href="/docs/errors">error codes</a>.</p>`,
      contents(groups),
      ...groups.map((group) => groupSection(group, { server, all })),
      `<h2 id="schemas">Schemas</h2>`,
      ...schemas.map(([name, schema]) => schemaSection(name, schema)),
    ].join('\n'),
  )
}

function operationsOf({ paths }: ApiDocument): readonly Addressed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

function groupsOf({ tags }: ApiDocument, all: readonly Addressed[]): readonly Group[] {
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(
      ({ operation: { tags: own, operationId } }) =>
        own?.[0] === name && !operationId.endsWith(ofTenant),
    ),
  }))
}

function contents(groups: readonly Group[]): string {
  const items = groups.map(({ name, description, operations }) => {
    const links = operations.map(
      ({ operation: { operationId, summary } }) =>
        `<li><a href="#${escaped(operationId)}">${withCode(summary)}</a></li>`,
    )
    return `<li><a href="#group-${escaped(name)}">${withCode(description)}</a>
<ul>
${links.join('\n')}
</ul></li>`
  })
  return `<nav class="contents" aria-label="On this page">
<ul>
${items.join('\n')}
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>`
}

function groupSection(
  { name, description, operations }: Group,
  { server, all }: { readonly server: string; readonly all: readonly Addressed[] },
): string {
  const sections = operations.map((each) => {
    const other = `${each.operation.operationId}${ofTenant}`
    const others = all.filter(({ operation }) => operation.operationId === other)
    return operationSection(each, server, others)
  })
  return `<h2 id="group-${escaped(name)}">${withCode(description)}</h2>\n${sections.join('\n')}`
}

function schemaSection(name: string, schema: ApiSchema): string {
  const fields = fieldList(fieldsOf(schema)) || `<p>${typeOf(schema)}</p>`
  return `<section id="schema-${escaped(name)}">
<h3><code>${escaped(name)}</code></h3>
${fields}
</section>`
}
