import { describe, expect, it } from '@jest/globals'
import type { ApiDocument } from './api-document.ts'
import { errorsPage } from './errors-page.ts'
import { referencePage } from './reference-page.ts'

const document: ApiDocument = {
  info: {
    title: 'Doors',
    version: '1.2.0',
    'x-gatehouse-version': '7.8.9',
    description: 'Opens `doors` & gates.',
  },
  servers: [{ url: 'https://id.example' }],
  tags: [
    { name: 'doors', description: 'What opens' },
    { name: 'backend', description: 'What the backend asks' },
  ],
  paths: {
    '/doors/{id}': {
      patch: {
        operationId: 'changeDoor',
        summary: 'Change <a> door',
        tags: ['doors'],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'As listed',
            schema: { type: 'string' },
          },
          { name: 'dry', in: 'query', schema: { enum: ['yes', 'no'] } },
        ],
        security: [{ bearer: [] }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', description: 'What it says' },
                  keys: { type: 'array', items: { $ref: '#/components/schemas/key' } },
                  until: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                },
              },
              example: { name: "Ada's" },
            },
          },
        },
        responses: {
          200: {
            description: 'Done',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/key' },
                example: { isRound: true },
              },
            },
          },
          404: {
            description: 'Not there',
            content: {
              'application/problem+json': {
                schema: { allOf: [{}, { properties: { code: { enum: ['not_found'] } } }] },
              },
            },
          },
        },
      },
    },
    '/tenants/{tenant_id}/doors/{id}': {
      patch: {
        operationId: 'changeDoorOfTenant',
        summary: 'Change <a> door',
        tags: ['doors'],
        responses: {},
      },
    },
    '/ask': {
      post: {
        operationId: 'ask',
        summary: 'Ask',
        tags: ['backend'],
        security: [{ backend: [] }],
        responses: { 200: { description: 'Done' } },
      },
    },
    '/doors/{id}/ws': {
      get: {
        operationId: 'watchDoor',
        summary: 'Watch',
        tags: ['doors'],
        security: [{ bearer: [] }, {}],
        responses: { 101: { description: 'It is open.' } },
      },
    },
  },
  components: {
    schemas: { key: { type: 'object', properties: { isRound: { const: true } } } },
  },
}

describe('the reference of an API', () => {
  const html = referencePage(document)
  const partOf = (id: string) => html.split(`id="${id}"`)[1]?.split('</section>')[0] ?? ''
  const words = (part: string) => part.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

  it('says which edition and which release it is of', () => {
    expect(referencePage(document)).toContain('Edition 1.2.0 of the interface, Gatehouse 7.8.9, at')
  })

  it('takes nothing of the document for markup', () => {
    expect(html).toContain('Change &lt;a&gt; door')
    expect(html).toContain('Opens <code>doors</code> &amp; gates.')
    expect(html).not.toContain('<a> door')
  })

  it('says of each field what it may be, and whether it is needed', () => {
    const text = words(partOf('changeDoor'))
    expect(text).toContain('name string What it says')
    expect(text).toContain('keys array of key , may be left out')
    expect(text).toContain('until string or null, may be left out')
    expect(text).toContain('dry &quot;yes&quot; or &quot;no&quot; , may be left out')
    expect(text).toContain('id string As listed')
  })

  it('has a command that sends the request, whatever is quoted in it', () => {
    expect(partOf('changeDoor')).toContain(
      [
        'curl -s -X PATCH &quot;https://id.example/doors/$id&quot; \\',
        '  -H &quot;Authorization: Bearer $token&quot; \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{&quot;name&quot;:&quot;Ada'\\''s&quot;}'`,
      ].join('\n'),
    )
    expect(partOf('ask')).toContain('Bearer $secret')
    expect(partOf('watchDoor')).toContain('npx wscat -c &quot;wss://id.example/doors/$id/ws&quot;')
  })

  it('says what proves who asks', () => {
    expect(partOf('changeDoor')).toContain('Needs an access token.')
    expect(partOf('watchDoor')).toContain('Takes an access token, if there is one.')
    expect(partOf('ask')).toContain('Needs the secret of the backend.')
  })

  it('links the answer to its schema, and each error to what it means', () => {
    expect(partOf('changeDoor')).toContain('<a href="#schema-key">')
    expect(partOf('changeDoor')).toContain('&quot;isRound&quot;: true')
    expect(partOf('changeDoor')).toContain('<a href="/docs/errors#not_found">')
    expect(words(partOf('schema-key'))).toContain('isRound true , may be left out')
  })

  it('tells of the same operation for a named organization in the same place', () => {
    expect(partOf('changeDoor')).toContain('PATCH /tenants/{tenant_id}/doors/{id}')
    expect(html).not.toContain('id="changeDoorOfTenant"')
  })

  it('has every operation once, below its group', () => {
    const headings = [...html.matchAll(/<h([23])[^>]*>(.*?)<\/h/g)].map(([, level, text]) => [
      level,
      text,
    ])
    expect(headings).toEqual([
      ['2', 'What opens'],
      ['3', 'Change &lt;a&gt; door'],
      ['3', 'Watch'],
      ['2', 'What the backend asks'],
      ['3', 'Ask'],
      ['2', 'Schemas'],
      ['3', '<code>key</code>'],
    ])
  })
})

describe('the page of error codes', () => {
  it('says of each what it means and what to do', () => {
    const entries = { lost: { status: 404, title: 'Lost', detail: 'Nothing < here.' } }
    const html = errorsPage(entries, { lost: 'Look in `items`.' })
    expect(html).toContain('<div id="lost">')
    expect(html).toContain('404 Lost')
    expect(html).toContain('Nothing &lt; here.')
    expect(html).toContain('<strong>What to do:</strong> Look in <code>items</code>.')
  })
})
