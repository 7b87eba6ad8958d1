import { expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'
import { problems } from '../problems/problems.ts'

const app = createStandInApp()

it('explains every code on the page that problems point at, under the name of the code', async () => {
  const { text } = await request(app).get('/docs/errors')
  const explained = [...text.matchAll(/<div id="(\w+)">/g)].map(([, code]) => code)
  expect(explained).toEqual(Object.keys(problems))
})

it('shows the API to people at /docs', async () => {
  const { status, type } = await request(app).get('/docs/')
  expect([status, type]).toEqual([200, 'text/html'])
  const away = await request(app).get('/docs')
  expect([away.status, away.headers.location]).toEqual([301, '/docs/'])
})

it('lets the viewer of the API set styles, but run no script of another place', async () => {
  const { headers } = await request(app).get('/docs/')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline';")
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
