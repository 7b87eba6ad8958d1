import { createServer } from 'node:http'
import { expect, it } from '@jest/globals'
import { listen } from '../testing/index.ts'
import { problemRenderer, rejectionStatuses } from './problem-renderer.ts'
import type { RejectionCode } from './rejection.ts'

it.each(Object.entries(rejectionStatuses))('words %s as a problem of status %i', (code, status) => {
  const rejection = { code: code as RejectionCode, headers: { 'Retry-After': '5' } }
  const { headers, body, ...rest } = problemRenderer.answer(rejection, 'r-1')
  expect(rest).toEqual({ status })
  expect(headers).toEqual([
    ...['Content-Type', 'application/problem+json'],
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...['Retry-After', '5'],
  ])
  const document = JSON.parse(Buffer.from(body).toString()) as unknown
  expect(document).toEqual({ status, code, request_id: 'r-1' })
})

it('leaves an answer alone that has begun', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '2' }).write('o')
    problemRenderer.respond(response, { code: 'overloaded' }, 'r-1')
    response.end('k')
  })
  const { url } = await listen(server)
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
})
