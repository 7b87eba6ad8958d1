import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Refusal } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import { problemBody, renderProblem } from './problem.ts'
import { type ProblemCode, problems } from './problems.ts'
import { writeProblem } from './write-problem.ts'

describe('a problem', () => {
  it('names the page that explains it, its status and its code', () => {
    expect(problemBody({ code: 'not_found', requestId: 'r-1' }, 'https://id.example')).toEqual({
      type: 'https://id.example/docs/errors#not_found',
      title: 'Not found',
      status: 404,
      code: 'not_found',
      detail: 'There is nothing at this address, or nothing that you may see.',
      request_id: 'r-1',
    })
  })

  it('leaves out what it has not', () => {
    const body = problemBody({ code: 'forbidden' })
    expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'code', 'detail'])
  })

  it('lists the fields that break a rule', () => {
    const errors = [{ field: 'email', rule: 'email', message: 'email must be an address.' }]
    expect(problemBody({ code: 'validation_failed', errors })).toMatchObject({ errors })
  })

  it('is never stored, and says how long it is in bytes', () => {
    const rendered = renderProblem({ code: 'rate_limited', headers: { 'Retry-After': '5' } })
    expect(rendered.headers).toEqual([
      ...['Content-Type', 'application/problem+json'],
      ...['Content-Length', String(rendered.body.length)],
      ...['Cache-Control', 'no-store'],
      ...['Retry-After', '5'],
    ])
  })

  it('counts bytes, not characters', () => {
    const { headers, body } = renderProblem({ code: 'forbidden', detail: 'Für dich nicht.' })
    const text = Buffer.from(body).toString()
    expect(headers).toEqual(expect.arrayContaining(['Content-Length', String(text.length + 1)]))
  })

  it('has a status for every way in which a use case can refuse', () => {
    const codeOf = (refusal: Refusal): ProblemCode => refusal
    expect(problems[codeOf('session_ended')].status).toBe(401)
  })

  it('is an error to every client', () => {
    const statuses = Object.values(problems).map(({ status }) => status)
    expect(statuses.filter((status) => status < 400 || status > 599)).toEqual([])
  })
})

describe('writeProblem', () => {
  it('answers with the document', async () => {
    const answer = await answerOf((response) => writeProblem(response, { code: 'not_found' }))
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('leaves an answer alone that has begun', async () => {
    const answer = await answerOf((response) => {
      response.writeHead(200, { 'Content-Length': '2' }).write('o')
      writeProblem(response, { code: 'not_found' })
      response.end('k')
    })
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
  })
})

async function answerOf(answer: (response: Parameters<typeof writeProblem>[0]) => void) {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`)
    const body = await response.text()
    return new Response(body, response)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
