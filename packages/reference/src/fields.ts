import type { ApiSchema } from './api-document.ts'
import { escaped, withCode } from './html.ts'

/** One field or parameter of a list. */
export interface Field {
  /** Its name. */
  readonly name: string
  /** Its values. */
  readonly schema: ApiSchema
  /** Whether it must be there. */
  readonly isNeeded: boolean
  /** What it says, if the schema does not. */
  readonly description?: string
}

/** A list of fields, each with its type and meaning; empty for none. */
export function fieldList(fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, schema, isNeeded, description = schema.description }) => {
    const need = isNeeded ? '' : ', may be left out'
    const meaning = description ? `\n<dd>${withCode(description)}</dd>` : ''
    const kind = `<span class="soft">${typeOf(schema)}${need}</span>`
    return `<div>\n<dt><code>${escaped(name)}</code> ${kind}</dt>${meaning}\n</div>`
  })
  return `<dl class="fields">\n${rows.join('\n')}\n</dl>`
}

/** The fields of an object, in their order. */
export function fieldsOf({ properties = {}, required = [] }: ApiSchema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isNeeded: required.includes(name),
  }))
}

/** The name of a schema that another one refers to; `undefined` if it refers to none. */
export function nameOf({ $ref }: ApiSchema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** A link to a schema on the page. */
export function schemaLink(name: string): string {
  return `<a href="#schema-${escaped(name)}"><code>${escaped(name)}</code></a>`
}

/** What a value may be, as HTML. */
export function typeOf(schema: ApiSchema): string {
  const name = nameOf(schema)
  if (name) return schemaLink(name)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return listed(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return listed(choices.map(typeOf))
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`
  return schema.type ?? 'anything'
}

/** Several choices, in words. */
export function listed(choices: readonly string[]): string {
  const last = choices.at(-1) ?? ''
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`
}

function literal(value: unknown): string {
  return `<code>${escaped(JSON.stringify(value))}</code>`
}
