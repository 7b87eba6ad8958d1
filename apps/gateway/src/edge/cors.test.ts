import { createServer } from 'node:http'
import { writeProblem } from '@gatehouse/http-api'
import { setHeaders } from '@gatehouse/proxy'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { answerPreflight, corsFields, isPreflight } from './cors.ts'

const leave = { 'Access-Control-Request-Method': 'POST' }

const server = createServer((incoming, response) => {
  const allowsOrigin = (origin: string) => origin === 'https://app.example'
  setHeaders(response, corsFields(incoming.headers.origin, allowsOrigin))
  if (!isPreflight(incoming)) response.end('the answer')
  else answerPreflight(incoming, response, { allowsOrigin, writeProblem })
})

describe('a preflight', () => {
  it('from a listed origin is answered, and says what may be sent', async () => {
    const answer = await request(server)
      .options('/')
      .set(leave)
      .set('Origin', 'https://app.example')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, *',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it.each([
    'https://evil.example',
    'https://app.example/',
    'https://app.example.evil.example',
    'HTTPS://APP.EXAMPLE',
    'null',
    '',
    '*',
  ])('T-71: from another is refused: "%s"', async (origin) => {
    const answer = await request(server).options('/').set(leave).set('Origin', origin)
    expect([answer.status, answer.body.code]).toEqual([403, 'origin_not_allowed'])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers.vary).toBe('Origin')
  })
})

describe('any other request', () => {
  it.each([{}, { Origin: 'https://app.example' }, leave])(
    'is an OPTIONS that asks for no leave: %j',
    async (headers) => {
      const answer = await request(server).options('/').set(headers)
      expect([answer.status, answer.text]).toEqual([200, 'the answer'])
    },
  )

  it('from a listed origin goes on, and its answer may be read', async () => {
    const answer = await request(server).get('/').set('Origin', 'https://app.example')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id, *',
      vary: 'Origin',
    })
  })

  it('from another goes on too, but no page may read the answer', async () => {
    const answer = await request(server).get('/').set('Origin', 'https://evil.example')
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers.vary).toBe('Origin')
  })
})
