import { PortError } from '@gatehouse/auth-core'
import { InvalidRequest, problemOfFields, problemOfRefusal } from '@gatehouse/http-api'
import { describe, expect, it } from '@jest/globals'
import express, { type RequestHandler } from 'express'
import { pino } from 'pino'
import request from 'supertest'
import { createErrorHandler, sendProblem } from './errors.ts'

describe('a refusal as a problem', () => {
  it('is the code of the same name', () => {
    const refused = { kind: 'refused', refusal: 'otp_invalid' } as const
    expect(problemOfRefusal(refused)).toEqual({ code: 'otp_invalid' })
  })

  it.each([
    [30, '30'],
    [1, '1'],
    [0, '1'],
  ])('asks to come back after %i seconds: %s', (retryAfter, header) => {
    const refused = { kind: 'refused', refusal: 'rate_limited', retryAfter } as const
    expect(problemOfRefusal(refused).headers).toEqual({ 'Retry-After': header })
  })
})

describe('fields that break a rule', () => {
  it('are named as on the wire', () => {
    const named = ['email', 'firstName', 'organizationName', 'newPassword'].map((field) => ({
      field,
      rule: 'length',
      message: 'Too long.',
    }))
    const { code, errors } = problemOfFields(named)
    expect([code, errors?.map(({ field }) => field)]).toEqual([
      'validation_failed',
      ['email', 'first_name', 'organization_name', 'new_password'],
    ])
  })
})

describe('an exception', () => {
  const withStatus = (status: number) => Object.assign(new Error('secret-1'), { status })

  it.each([
    [new InvalidRequest('unsupported_media_type'), 415, 'unsupported_media_type'],
    [new PortError('store', 'unavailable', new Error('secret-1')), 503, 'overloaded'],
    [new PortError('credential_store', 'timeout'), 503, 'credential_store_unavailable'],
    [new PortError('oidc_provider', 'timeout'), 502, 'upstream_unavailable'],
    [withStatus(400), 400, 'malformed_request'],
    [withStatus(413), 413, 'body_too_large'],
    [withStatus(415), 415, 'unsupported_media_type'],
    [withStatus(403), 500, 'internal_error'],
    [new TypeError('secret-1'), 500, 'internal_error'],
    ['secret-1', 500, 'internal_error'],
    [{ status: 404 }, 500, 'internal_error'],
  ])('%s becomes %i %s, and tells nothing of itself', async (error, ...[status, code]) => {
    const { app } = appOf(() => {
      throw error
    })
    const answer = await request(app).get('/')
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.text).not.toContain('secret-1')
  })

  it('is logged with the id of the request when it is a fault of ours', async () => {
    const { app, lines } = appOf(() => {
      throw new TypeError('broken')
    })
    await request(app).get('/')
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'request failed',
        request_id: 'r-1',
        code: 'internal_error',
        err: expect.objectContaining({ message: 'broken' }),
      }),
    ])
  })

  it('is not logged when it is the client’s', async () => {
    const { app, lines } = appOf(() => {
      throw new InvalidRequest('malformed_json')
    })
    await request(app).get('/')
    expect(lines).toEqual([])
  })

  it('cuts an answer that has begun, which cannot be taken back', async () => {
    const { app } = appOf((_request, response) => {
      response.write('begun')
      throw new Error('too late')
    })
    await expect(request(app).get('/')).rejects.toThrow()
  })
})

describe('a problem', () => {
  it.each([
    ['token_missing', 'Bearer realm="gatehouse"'],
    ['token_expired', 'Bearer realm="gatehouse", error="invalid_token"'],
    ['otp_invalid', 'Bearer realm="gatehouse", error="invalid_token"'],
    ['forbidden', undefined],
    ['not_found', undefined],
  ] as const)('%s challenges if it is a 401: %s', async (code, challenge) => {
    const { app } = appOf((_request, response) => sendProblem(response, { code }))
    expect((await request(app).get('/')).headers['www-authenticate']).toBe(challenge)
  })

  it('has its id, its page and what else goes with it', async () => {
    const { app } = appOf((_request, response) =>
      sendProblem(response, { code: 'method_not_allowed', headers: { Allow: 'POST' } }),
    )
    const { headers, body } = await request(app).get('/')
    expect([headers.allow, body.request_id, body.type]).toEqual([
      'POST',
      'r-1',
      'https://id.example/docs/errors#method_not_allowed',
    ])
  })
})

function appOf(handler: RequestHandler) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  const app = express()
  app.use((_request, response, next) => {
    Object.assign(response.locals, { requestId: 'r-1', problemBase: 'https://id.example' })
    next()
  })
  app.get('/', handler)
  app.use(createErrorHandler(pino({ level: 'info' }, { write })))
  // Where Express itself takes over, it would write the error to the console.
  app.set('env', 'test')
  return { app, lines }
}
