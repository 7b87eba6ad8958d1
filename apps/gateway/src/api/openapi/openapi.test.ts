import {
  answers,
  type Edition,
  editions,
  isPartOf,
  type Operation,
  operations,
  parametersIn,
  pathParameters,
  pathsOf,
  problems,
  redirectRoutes,
  tags,
} from '@gatehouse/http-api'
import { describe, expect, it } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import examples from './examples.json' with { type: 'json' }
import { openApiDocument } from './openapi.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security?: unknown
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly description: string
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: RequestSchema }>>
  }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content: object; readonly headers?: object }
    >
  >
}

interface RequestSchema {
  readonly properties: Readonly<Record<string, { readonly type: string }>>
  readonly required: readonly string[]
  readonly additionalProperties: boolean
}

interface Document {
  readonly openapi: string
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly info: { readonly version: string; readonly 'x-gatehouse-version': string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const documentOf = (edition: Edition) =>
  openApiDocument(edition, 'https://id.example') as unknown as Document

const all = Object.entries<Operation>(operations)

describe.each(editions)('the OpenAPI document of %s', (edition) => {
  const document = documentOf(edition)

  it('is valid OpenAPI 3.1', async () => {
    const specification = structuredClone(openApiDocument(edition, 'https://id.example'))
    const { valid, errors } = await new Validator().validate(specification)
    expect([errors, valid]).toEqual([undefined, true])
    expect([document.openapi, document.info.version]).toEqual(['3.1.1', edition])
    expect(document.info['x-gatehouse-version']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('has every route of the edition and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
    )
    const served = all.filter(([, operation]) => isPartOf(edition, operation))
    const redirects = edition === '1.1.0' ? [] : redirectRoutes
    const expected = [
      ...served.flatMap(([name, operation]) =>
        pathsOf(operation).map((path, index) => [
          index === 0 ? name : `${name}OfTenant`,
          operation.method,
          path,
        ]),
      ),
      ...redirects.map(([path, { operationId }]) => [operationId, 'get', path]),
      ['checkRequest', 'get', '/api/auth/verify'],
      ['listMachines', 'get', '/api/machines'],
      ['openTerminal', 'get', '/api/terminal/{agent_id}/ws'],
    ]
    expect(described.toSorted()).toEqual(expected.toSorted())
  })

  it('points at nothing that is not there', () => {
    const pointers = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    for (const [, name = ''] of pointers) expect(document.components.schemas).toHaveProperty(name)
    expect(JSON.stringify(document)).not.toContain('$defs')
  })
})

describe('the OpenAPI document', () => {
  const { paths, components } = documentOf('1.2.0')
  const described = (operation: Operation) => paths[operation.path]?.[operation.method]

  it.each(all)('describes what %s takes', (_name, operation) => {
    const schema = described(operation)?.requestBody?.content['application/json']?.schema
    const entries =
      operation.body && 'entries' in operation.body ? operation.body.entries : undefined
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(entries ?? {}))
    if (schema) expect(schema.additionalProperties).toBe(false)
  })

  it('tells what must be sent from what may be', () => {
    const schema = described(operations.verifyOtp)?.requestBody?.content['application/json']?.schema
    expect(schema?.required).toEqual(['username', 'otp_code'])
    expect(Object.keys(schema?.properties ?? {})).toContain('session_token')
  })

  it.each(all)('describes what %s answers, good and bad', (_name, operation) => {
    const responses = described(operation)?.responses ?? {}
    const statuses = new Set(operation.problems.map((code) => problems[code].status))
    const expected = [operation.status, ...statuses, 400, 408, 431, 500, 503]
    if (operation.body) expected.push(413, 415)
    if (operation.path.includes('{')) expected.push(404)
    expect(Object.keys(responses).map(Number).toSorted()).toEqual([...new Set(expected)].toSorted())
    for (const code of operation.problems) {
      const { status } = problems[code]
      expect(responses[status]?.description).toContain(`\`${code}\``)
      expect(Object.keys(responses[status]?.content ?? {})).toEqual(['application/problem+json'])
    }
  })

  it.each(all.flatMap(([name, each]) => pathsOf(each).map((path) => [name, path, each] as const)))(
    'describes the parameters of %s at %s',
    (_name, path, { method, query }) => {
      const parameters = paths[path]?.[method]?.parameters ?? []
      const inQuery = query && 'entries' in query ? Object.keys(Object(query.entries)) : []
      expect(parameters.map((each) => [each.in, each.name])).toEqual([
        ...parametersIn(path).map((each) => ['path', each]),
        ...inQuery.map((each) => ['query', each]),
      ])
      for (const { description } of parameters) expect(description).toMatch(/\w/)
    },
  )

  it.each(all)('shows an example of %s that is one', (name, each) => {
    const { body, answers: shapes } = each
    const example: { readonly body?: object; readonly answer?: object } =
      Object(examples)[name] ?? {}
    if (body) expect(v.is(body, example.body)).toBe(true)
    else expect(example.body).toBeUndefined()
    expect(shapes.some((shape) => v.is({ ...answers }[shape], example.answer))).toBe(true)
    expect(JSON.stringify(described(each))).toContain(JSON.stringify(example.answer))
  })

  it('shows no example of what there is not', () => {
    const names = all.map(([name]) => String(name))
    expect(Object.keys(examples).filter((name) => !names.includes(name))).toEqual([])
  })

  it('explains no parameter and no tag that no route has', () => {
    const served = all.map(([, operation]) => operation)
    const names = served.flatMap((each) => pathsOf(each).flatMap(parametersIn))
    expect(Object.keys(pathParameters).toSorted()).toEqual([...new Set(names)].toSorted())
    const used = served.map(({ tag = 'login' }) => tag)
    expect(Object.keys(tags).toSorted()).toEqual([...new Set([...used, 'machines'])].toSorted())
  })

  it.each(all)('asks for a token where %s does', (_name, operation) => {
    const schemes = {
      true: [{ bearer: [] }],
      optional: [{ bearer: [] }, {}],
      secret: [{ backend: [] }],
    }
    const { bearer, keptCookie } = operation
    const asked = bearer ? schemes[`${bearer}`] : keptCookie && [{ kept: [] }]
    expect(described(operation)?.security).toEqual(asked)
  })

  it('has every shape of an answer once', () => {
    expect(Object.keys(components.schemas).toSorted()).toEqual(
      [...Object.keys(answers), 'problem'].toSorted(),
    )
  })

  it('has every operation in a group that it explains, and says where it is served', () => {
    const { tags: explained, servers } = documentOf('1.2.0')
    const names = explained.map(({ name }) => name)
    for (const methods of Object.values(paths)) {
      for (const each of Object.values(methods)) expect(names).toContain(each.tags[0])
    }
    expect(servers).toEqual([{ url: 'https://id.example' }])
  })

  it('tells which header says the client type that a request was taken for', () => {
    const headers = described(operations.logIn)?.responses['200']?.headers
    expect(Object.keys(headers ?? {})).toEqual(['X-Gatehouse-Client'])
  })

  it('knows every code of a problem', () => {
    expect(components.schemas.problem).toMatchObject({
      properties: { code: { enum: Object.keys(problems) } },
    })
  })
})
