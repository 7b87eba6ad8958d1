import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ApiAnswer } from '../exchange.ts'
import { noteProblem } from '../problems/write-problem.ts'

/**
 * Sends an answer. Fields that the host has set already stay, unless the answer has them as well. Does nothing once
 * an answer has begun, because that cannot be changed.
 */
export async function writeAnswer(
  response: ServerResponse<IncomingMessage>,
  { status, headers, body, code }: ApiAnswer,
): Promise<void> {
  if (response.headersSent || response.destroyed) return
  if (code !== undefined) noteProblem(response, code)
  response.statusCode = status
  for (const [name, value] of headers) {
    if (name === 'Set-Cookie') response.appendHeader(name, value)
    else if (name === 'Vary') response.setHeader(name, varyOf(response, value))
    else response.setHeader(name, value)
  }
  if (body === '') {
    response.end()
    return
  }
  if (typeof body === 'string') {
    const bytes = Buffer.from(body)
    response.setHeader('Content-Length', bytes.length).end(bytes)
    return
  }
  // A client that leaves, or a part that fails, cuts the answer off; whoever made the parts knows of it.
  await pipeline(Readable.from(body), response).catch(() => undefined)
}

function varyOf(response: ServerResponse, name: string): string {
  const before = [response.getHeader('Vary') ?? []].flat().join(', ')
  const has = before
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes(name.toLowerCase())
  return has ? before : [before, name].filter((each) => each !== '').join(', ')
}
