import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface Exchange {
  readonly method: string
  readonly path: string
  readonly answer: {
    readonly status: number
    readonly headers: Headers
    readonly body: unknown
  }
}

interface DocumentedRoute {
  readonly method: string
  /** As in the document: parameters stand in braces. */
  readonly path: string
  readonly pattern: RegExp
}

interface Document {
  readonly ajv: Ajv2020
  readonly routes: readonly DocumentedRoute[]
}

const documents = new Map<string, Promise<Document>>()

/**
 * Throws unless the OpenAPI document that this gateway serves describes the answer: the route, the
 * status, the media type and every field. What is no route of it may be answered with problems alone.
 */
export async function checkAnswer(baseUrl: string, exchange: Exchange): Promise<void> {
  const { method, answer } = exchange
  const [path = ''] = exchange.path.split('?')
  if (!path.startsWith('/api/auth/') || method === 'HEAD') return
  const { ajv, routes } = await (documents.get(baseUrl) ?? load(baseUrl))
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const route = routes.find((each) => each.method === method && each.pattern.test(path))
  const where = [
    route?.path ?? path,
    method.toLowerCase(),
    'responses',
    answer.status,
    'content',
    type,
    'schema',
  ]
  const pointer = ['paths', ...where].map((part) => escaped(String(part))).join('/')
  const isRoute = ![404, 405].includes(answer.status) && route !== undefined
  if (isRoute && type === '' && answer.body === '') return checkEmpty(route, answer.status, ajv)
  const validate = ajv.getSchema(`document#/${isRoute ? pointer : 'components/schemas/problem'}`)
  const name = `${method} ${path} ${answer.status} ${type}`
  if (!validate) throw new Error(`the OpenAPI document does not know ${name}`)
  if (validate(answer.body) !== true) {
    throw new Error(`${name} is not as documented: ${ajv.errorsText(validate.errors)}`)
  }
}

/** An answer without a body is one that the document has no content for. */
function checkEmpty({ path, method }: DocumentedRoute, status: number, ajv: Ajv2020): void {
  const where = ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const response = Object(ajv.getSchema(`document#/${where.map(escaped).join('/')}`)?.schema)
  if (!('description' in response) || 'content' in response) {
    throw new Error(`the OpenAPI document knows no empty answer ${method} ${path} ${status}`)
  }
}

function load(baseUrl: string): Promise<Document> {
  const loading = fetch(`${baseUrl}/openapi.json`).then(async (response) => {
    const document = (await response.json()) as AnySchemaObject
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    return { ajv, routes: routesOf(document) }
  })
  documents.set(baseUrl, loading)
  return loading
}

function routesOf(document: AnySchemaObject): readonly DocumentedRoute[] {
  const items = Object.entries(document.paths as Readonly<Record<string, object>>)
  return items.flatMap(([path, item]) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, pattern }))
  })
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
