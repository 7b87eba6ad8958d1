import type { TestEnvironment } from '../../testing/test-environment.ts'

/** The types of JSON that fields have in the document. */
export type JsonType = 'string' | 'boolean' | 'number' | 'array' | 'null'

/** An auth route as the served OpenAPI document describes it. */
export interface DocumentedRoute {
  readonly method: string
  /** With something for each parameter that no record has. */
  readonly path: string
  /** Whether its last segment is a parameter, which may be anything. */
  readonly isOpenEnded: boolean
  readonly needsToken: boolean
  /** The fields of its body by their types; none if it takes no body. */
  readonly fields: Readonly<Record<string, readonly JsonType[]>>
  readonly required: readonly string[]
  /** Those of its fields that take few values, with one of them. */
  readonly choices: Readonly<Record<string, string>>
  /** What its paths look like. */
  readonly pattern: RegExp
}

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
  readonly security?: readonly unknown[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: BodySchema } }
  }
}

interface BodySchema {
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
}

/** A field has one type, or may be of several. */
type Property =
  | { readonly type: JsonType | 'integer'; readonly enum?: readonly string[] }
  | { readonly anyOf: readonly { readonly type: JsonType | 'integer' }[] }

/**
 * Every route that there is, so that no test forgets a new one. Those that browsers are sent through
 * are not there without a provider.
 */
export async function documentedRoutes({
  api,
}: TestEnvironment): Promise<readonly DocumentedRoute[]> {
  const { body } = await api.send('GET', '/openapi.json')
  const paths = body.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security, requestBody, responses }]) => {
      // Those of the backend are not ours to test.
      if ('303' in responses || !path.startsWith('/api/auth/')) return []
      const schema = requestBody?.content['application/json'].schema
      const fields = Object.entries(schema?.properties ?? {}).map(([name, property]) => [
        name,
        'anyOf' in property ? property.anyOf.map(typeOf) : [typeOf(property)],
      ])
      const route: DocumentedRoute = {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'nowhere'),
        isOpenEnded: path.endsWith('}'),
        needsToken: security?.length === 1,
        fields: Object.fromEntries(fields) as DocumentedRoute['fields'],
        required: schema?.required ?? [],
        choices: choicesOf(schema),
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }
      return [route]
    }),
  )
}

function typeOf({ type }: { readonly type: JsonType | 'integer' }): JsonType {
  return type === 'integer' ? 'number' : type
}

function choicesOf(schema: BodySchema | undefined): DocumentedRoute['choices'] {
  const fields = Object.entries(schema?.properties ?? {})
  return Object.fromEntries(
    fields.flatMap(([name, property]) => {
      const [, ...others] = ('enum' in property && property.enum) || []
      const last = others.at(-1)
      return last === undefined ? [] : [[name, last]]
    }),
  )
}
