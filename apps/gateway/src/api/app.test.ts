import { expect, it } from '@jest/globals'
import request from 'supertest'
import { createStandInApp } from '../../test-support/pages/create-stand-in-app.ts'

it('keeps the address from other sites, its type from guesses, and the software to itself', async () => {
  const { headers } = await request(createStandInApp()).post('/api/auth/login').send({})
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    // T-104: the public address begins with https.
    'strict-transport-security': 'max-age=31536000',
    'x-gatehouse-client': 'ui',
  })
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('etag')
})

it('sends what is no route of the API on to the rest of the gateway', async () => {
  const answer = await request(createStandInApp()).post('/api/auth/nothing').send({})
  expect([answer.status, answer.body.code, answer.body.request_id]).toEqual([
    404,
    'not_found',
    'request-1',
  ])
})
