import {
  type ApiPath,
  answers,
  type Edition,
  isPartOf,
  type Operation,
  operations,
  type ProblemCode,
  parametersIn,
  pathParameter,
  pathParameters,
  pathsOf,
  problems,
  providerSignIn,
  type RedirectRoute,
  redirectRoutes,
  tags,
} from '@gatehouse/http-api'
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { version } from '../../runtime/version.ts'
import shown from './examples.json' with { type: 'json' }
import { otherRoutes } from './other-routes.ts'
import { securityOf, securitySchemes } from './security.ts'

/** A body and a valid answer. */
interface Example {
  /** The body; not set for a request without one. */
  readonly body?: object
  readonly answer: object
}

const examples: Readonly<Record<string, Example>> = shown

type Json = { readonly [key: string]: unknown }

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The problems of every operation with a body. */
const bodyProblems: readonly ProblemCode[] = [
  'validation_failed',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
]

const queryProblems: readonly ProblemCode[] = ['validation_failed']

const pathProblems: readonly ProblemCode[] = ['not_found']

const anyProblems: readonly ProblemCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'overloaded',
]

/**
 * The OpenAPI 3.1 document of the auth API: made from the schemas of requests and answers and from the table
 * of problems, so that it always agrees with them. What the pages use of the machine backend is in it, too.
 *
 * @param server The address at which clients reach the gateway.
 */
export function openApiDocument(edition: Edition, server: string): Json {
  const served = Object.entries<Operation>(operations).filter(([, each]) => isPartOf(edition, each))
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, operation] of served) {
    for (const path of pathsOf(operation)) {
      const operationId = path === operation.path ? name : `${name}OfTenant`
      const described = { operationId, ...describe(path, operation, examples[name]) }
      paths[path] = { ...paths[path], [operation.method]: described }
    }
  }
  const redirects = isPartOf(edition, providerSignIn) ? redirectRoutes : []
  for (const [path, route] of redirects) paths[path] = { get: describeRedirect(route) }
  for (const { path, operation, codes } of otherRoutes) {
    const refused = problemResponses([...anyProblems, ...codes])
    paths[path] = { get: { ...operation, responses: { ...operation.responses, ...refused } } }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse auth API',
      version: edition,
      'x-gatehouse-version': version,
      description:
        'Signs people in and hands out the tokens that the machine backend is reached with. ' +
        'Errors are problem documents (RFC 9457); switch on their `code`. The header ' +
        '`X-Gatehouse-Client` of each answer says for which type of client a request was taken.',
    },
    servers: [{ url: server }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      schemas: { ...answerSchemas(), problem: problemSchema },
    },
  }
}

function describe(path: ApiPath, operation: Operation, example?: Example): Json {
  const parameters = describeParameters(path, operation)
  const codes = [
    ...anyProblems,
    ...(operation.body ? bodyProblems : []),
    ...(operation.query ? queryProblems : []),
    ...(parametersIn(path).length > 0 ? pathProblems : []),
    ...operation.problems,
  ]
  return {
    summary: operation.summary,
    tags: [operation.tag ?? 'login'],
    ...(parameters.length > 0 && { parameters }),
    ...securityOf(operation),
    ...(operation.body && { requestBody: requestBody(operation.body, operation, example?.body) }),
    responses: { [operation.status]: success(operation, example), ...problemResponses(codes) },
  }
}

function describeParameters(path: ApiPath, { query }: Operation): readonly Json[] {
  const inPath = parametersIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: { type: 'string', pattern: pathParameter.source },
  }))
  return [...inPath, ...(query ? describeQuery(query) : [])]
}

/** The parameters of a query, with the types that programs send; on the wire all are text. */
function describeQuery(query: v.GenericSchema): readonly Json[] {
  const json = toJsonSchema(query, { target: 'draft-2020-12', typeMode: 'output' })
  return Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = Object(property) as Json
    return {
      name,
      in: 'query',
      required: json.required?.includes(name) ?? false,
      description,
      schema,
    }
  })
}

/** Programs that ask for JSON get the problem; browsers are redirected. */
function describeRedirect({ leads, problems: codes, ...route }: RedirectRoute): Json {
  const location = { description: leads, required: true, schema: { type: 'string', format: 'uri' } }
  return {
    ...route,
    tags: ['login'],
    responses: {
      303: { description: leads, headers: { Location: location } },
      ...problemResponses([...anyProblems, ...codes]),
    },
  }
}

function requestBody(schema: v.GenericSchema, { form }: Operation, example?: object): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
  })
  const content = { schema: json, ...(example && { example }) }
  const asForm = form && { 'application/x-www-form-urlencoded': content }
  return { required: true, content: { 'application/json': content, ...asForm } }
}

function success({ answers: shapes, lines, summary }: Operation, example?: Example): Json {
  const [only, ...others] = shapes.map(reference)
  const schema = others.length === 0 ? only : { oneOf: [only, ...others] }
  const content = {
    'application/json': { schema, ...(example && { example: example.answer }) },
    ...(lines && { 'application/jsonl': { schema: reference(lines) } }),
  }
  return { description: `Done: ${summary}`, ...clientHeader, content }
}

const header = (name: string, required: boolean, description: string): Json => ({
  headers: { [name]: { description, required, schema: { type: 'string' } } },
})

const clientHeader = header(
  'X-Gatehouse-Client',
  true,
  'The client type that the request was taken for: `ui`, `cli` or `vscode`',
)

const headersOf: Readonly<Record<string, Json>> = {
  401: header('WWW-Authenticate', true, 'How to prove who asks (RFC 6750, section 3)'),
  429: header('Retry-After', true, 'Seconds to wait'),
  503: header('Retry-After', false, 'Seconds to wait, if it is known'),
}

/** One response a status, naming the codes it may carry. */
function problemResponses(codes: readonly ProblemCode[]): Json {
  const byStatus = Object.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => [
      status,
      {
        description: some.map((code) => `\`${code}\`: ${problems[code].detail}`).join('\n\n'),
        ...headersOf[status],
        content: {
          'application/problem+json': {
            schema: {
              allOf: [reference('problem'), { properties: { code: { enum: some } } }],
            },
          },
        },
      },
    ]),
  )
}

/** The schemas of answers; nested schemas become references, so that each shape appears once. */
function answerSchemas(): Json {
  const definitions = toJsonSchemaDefs({ ...answers }, { target: 'draft-2020-12' })
  const text = JSON.stringify(definitions).replaceAll('#/$defs/', '#/components/schemas/')
  return JSON.parse(text) as Json
}

const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', description: 'The page that explains the code' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problems) },
    detail: { type: 'string', description: 'One sentence for a person' },
    request_id: { type: 'string', description: 'Finds the request in the log' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'rule', 'message'],
        additionalProperties: false,
        properties: {
          field: { type: 'string' },
          rule: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
}
