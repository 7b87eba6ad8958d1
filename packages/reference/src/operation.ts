import type { ApiContent, ApiOperation, ApiResponse, ApiSchema } from './api-document.ts'
import { fieldList, fieldsOf, listed, typeOf } from './fields.ts'
import { escaped, withCode } from './html.ts'
import { requestExample } from './request-example.ts'

/** An operation with its address. */
export interface Addressed {
  /** The method, in lower case. */
  readonly method: string
  /** The path, with parameters in braces. */
  readonly path: string
  /** The operation. */
  readonly operation: ApiOperation
}

/** The heading of an operation, and all there is to say about it. @param server As in the examples. */
export function operationSection(
  { method, path, operation }: Addressed,
  server: string,
  others: readonly Addressed[],
): string {
  const { operationId, summary, description, security } = operation
  const also = others.map((each) => `<code>${address(each)}</code>`)
  return joined([
    `<section class="operation" id="${escaped(operationId)}">`,
    `<h3>${withCode(summary)}</h3>`,
    `<p class="address"><code>${address({ method, path })}</code></p>`,
    also.length > 0 &&
      `<p>A <code>super_admin</code> names the organization: ${also.join(', ')}.</p>`,
    description && `<p>${withCode(description)}</p>`,
    security && `<p>${neededProof(security)}</p>`,
    parameters(operation),
    bodyFields(operation),
    code('Request', requestExample({ server, method, path, operation })),
    ...Object.entries(operation.responses).map(([status, each]) => goodAnswer(status, each)),
    problems(operation),
    '</section>',
  ])
}

function address({ method, path }: Pick<Addressed, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${escaped(path)}`
}

function neededProof(security: readonly Readonly<Record<string, unknown>>[]): string {
  const isOptional = security.some((each) => Object.keys(each).length === 0)
  if (security.some((each) => 'backend' in each)) return 'Needs the secret of the backend.'
  return isOptional ? 'Takes an access token, if there is one.' : 'Needs an access token.'
}

function parameters({ parameters: list = [] }: ApiOperation): string {
  const fields = list.map(({ name, schema = {}, required = false, description }) => ({
    name,
    schema,
    isNeeded: required,
    ...(description !== undefined && { description }),
  }))
  return fields.length > 0 ? `<h4>Parameters</h4>\n${fieldList(fields)}` : ''
}

function bodyFields({ requestBody }: ApiOperation): string {
  const schema = requestBody?.content['application/json']?.schema
  const fields = fieldList(schema ? fieldsOf(schema) : [])
  return fields && `<h4>Body</h4>\n${fields}`
}

/** An answer that is no problem, with its example. */
function goodAnswer(status: string, { content = {}, description }: ApiResponse): string {
  if (Number(status) >= 400) return ''
  const shapes = Object.entries(content).map(([type, { schema }]) =>
    schema ? `${typeOf(schema)} as <code>${escaped(type)}</code>` : '',
  )
  const lead = `<h4>Answer ${escaped(status)}</h4>\n<p>${listed(shapes) || withCode(description)}</p>`
  const example = content['application/json']?.example
  return example === undefined ? lead : `${lead}\n${pre(JSON.stringify(example, null, 2))}`
}

/** The codes of all problems by status, each with a link to what it means. */
function problems({ responses }: ApiOperation): string {
  const rows = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const codes = codesOf(content['application/problem+json'])
    if (codes.length === 0) return []
    const links = codes.map((each) => `<a href="/docs/errors#${each}"><code>${each}</code></a>`)
    return [`<li>${escaped(status)}: ${links.join(', ')}</li>`]
  })
  if (rows.length === 0) return ''
  return `<details>\n<summary>Errors</summary>\n<ul>\n${rows.join('\n')}\n</ul>\n</details>`
}

function codesOf(content: ApiContent | undefined): readonly string[] {
  const parts: readonly ApiSchema[] = content?.schema?.allOf ?? []
  return parts
    .flatMap(({ properties }) => properties?.code?.enum ?? [])
    .map((each) => escaped(String(each)))
}

function code(title: string, text: string): string {
  return `<h4>${title}</h4>\n${pre(text)}`
}

function pre(text: string): string {
  return `<pre><code>${escaped(text)}</code></pre>`
}

function joined(parts: readonly (string | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n')
}
