import type { TestEnvironment } from '../../testing/test-environment.ts'

/** An auth route as the served OpenAPI document describes it. */
export interface DocumentedRoute {
  readonly method: string
  readonly path: string
  readonly needsToken: boolean
  /** The fields of its body by their types; none if it takes no body. */
  readonly fields: Readonly<Record<string, 'string' | 'boolean'>>
  readonly required: readonly string[]
}

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
  readonly security?: readonly unknown[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: BodySchema } }
  }
}

interface BodySchema {
  readonly properties: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly required: readonly string[]
}

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
      if ('303' in responses) return []
      const schema = requestBody?.content['application/json'].schema
      const fields = Object.entries(schema?.properties ?? {}).map(([name, { type }]) => [
        name,
        type,
      ])
      const route: DocumentedRoute = {
        method: method.toUpperCase(),
        path,
        needsToken: security?.length === 1,
        fields: Object.fromEntries(fields) as DocumentedRoute['fields'],
        required: schema?.required ?? [],
      }
      return [route]
    }),
  )
}
