import { alwaysHopByHop, namedByConnection } from './hop-by-hop.ts'
import { createNameMemo } from './name-memo.ts'

/**
 * The header section of the answer to a client: what the backend sent, less what ends at this hop.
 * Which other origins may read an answer, and by which id its request is found in the logs, is for
 * the gateway to say, so what the backend says about these is dropped.
 *
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 * @returns Names and values in turn; a name comes as often as the backend sent it.
 */
export function downstreamHeaders(rawHeaders: readonly string[]): readonly string[] {
  const named = namedByConnection(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const { dropped, lowerCase } = headerRuleOf(name)
    if (!dropped && named?.has(lowerCase) !== true) headers.push(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}

const headerRuleOf = createNameMemo((name) => {
  const lowerCase = name.toLowerCase()
  const dropped =
    alwaysHopByHop.has(lowerCase) ||
    lowerCase === 'x-request-id' ||
    lowerCase.startsWith('access-control-')
  return { dropped, lowerCase }
})
