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

const documents = new Map<string, Promise<Ajv2020>>()

/**
 * Throws unless the OpenAPI document that this gateway serves describes the answer: the route, the
 * status, the media type and every field. Routes that are not in it (404, 405) may only be problems.
 */
export async function checkAnswer(baseUrl: string, exchange: Exchange): Promise<void> {
  const { method, answer } = exchange
  const [path = ''] = exchange.path.split('?')
  if (!path.startsWith('/api/auth/')) return
  const ajv = await (documents.get(baseUrl) ?? load(baseUrl))
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const where = [path, method.toLowerCase(), 'responses', answer.status, 'content', type, 'schema']
  const pointer = ['paths', ...where].map((part) => escaped(String(part))).join('/')
  const known = [404, 405].includes(answer.status) ? '/components/schemas/problem' : `/${pointer}`
  const validate = ajv.getSchema(`document#${known}`)
  const name = `${method} ${path} ${answer.status} ${type}`
  if (!validate) throw new Error(`the OpenAPI document does not know ${name}`)
  if (validate(answer.body) !== true) {
    throw new Error(`${name} is not as documented: ${ajv.errorsText(validate.errors)}`)
  }
}

function load(baseUrl: string): Promise<Ajv2020> {
  const loading = fetch(`${baseUrl}/openapi.json`).then(async (response) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    return ajv.addSchema((await response.json()) as AnySchemaObject, 'document')
  })
  documents.set(baseUrl, loading)
  return loading
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
