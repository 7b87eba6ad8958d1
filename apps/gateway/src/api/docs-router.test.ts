import { problems } from '@gatehouse/http-api'
import { expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'
import { pagePolicy } from '../pages/pages-router.ts'

const app = createStandInApp()

it('explains every code on the page that problems point at, under the name of the code', async () => {
  const { text } = await request(app).get('/docs/errors')
  const explained = [...text.matchAll(/<div id="(\w+)">/g)].map(([, code]) => code)
  expect(explained).toEqual(Object.keys(problems))
  expect(text.match(/What to do:<\/strong> \w/g)).toHaveLength(explained.length)
})

it('shows the API to people at /docs/, with a link to the codes and back', async () => {
  const { status, type, text, headers } = await request(app).get('/docs/')
  expect([status, type]).toEqual([200, 'text/html'])
  expect(headers['content-security-policy']).toBe(pagePolicy)
  expect(text).toContain('href="/docs/errors"')
  expect((await request(app).get('/docs/errors')).text).toContain('href="/docs/"')
  const away = await request(app).get('/docs')
  expect([away.status, away.headers.location]).toEqual([301, '/docs/'])
})

it('shows every operation of the document, and no anchor of it leads nowhere', async () => {
  const { text } = await request(app).get('/docs/')
  const { body } = await request(app).get('/openapi.json')
  const methods = Object.values<Record<string, { operationId: string }>>(body.paths)
  const ids = methods.flatMap((each) => Object.values(each).map(({ operationId }) => operationId))
  const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  expect(ids.filter((id) => !id.endsWith('OfTenant') && !anchors.has(id))).toEqual([])
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
  expect(links.filter((id) => !anchors.has(id))).toEqual([])
  const codes = [...text.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, code = '']) => code)
  expect(codes.filter((code) => !(code in problems))).toEqual([])
})

it.each([
  '/',
  '/login',
  '/docs/',
  '/docs/errors',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/pages/logo',
])('refuses to do more with %s than to show it', async (path) => {
  for (const method of ['post', 'put', 'patch', 'delete', 'trace'] as const) {
    const { status, headers, body } = await request(app)[method](path)
    expect([status, headers.allow, body.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
  }
  const told = await request(app).options(path)
  expect([told.status, told.headers.allow]).toEqual([204, 'GET, HEAD'])
})

it('gives the API document to programs of every origin', async () => {
  const { status, headers, body } = await request(app).get('/openapi.json')
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
  expect(body.openapi).toMatch(/^3\./)
})
