import type { Stage } from './stage.ts'

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
  readonly security?: readonly unknown[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: BodySchema } }
  }
}

interface BodySchema {
  readonly properties: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly required: readonly string[]
}

/** Every route that there is, so that no test forgets a new one. */
export async function documentedRoutes({ api }: Stage): Promise<readonly DocumentedRoute[]> {
  const { body } = await api.send('GET', '/openapi.json')
  const paths = body.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, requestBody }]) => {
      const schema = requestBody?.content['application/json'].schema
      const fields = Object.entries(schema?.properties ?? {}).map(([name, { type }]) => [
        name,
        type,
      ])
      return {
        method: method.toUpperCase(),
        path,
        needsToken: security !== undefined,
        fields: Object.fromEntries(fields) as DocumentedRoute['fields'],
        required: schema?.required ?? [],
      }
    }),
  )
}
