import { hopByHop } from './hop-by-hop.ts'

/**
 * The header section of the answer to a client: what the backend sent, less what ends at this hop.
 * Which other origins may read an answer, and by which id its request is found in the logs, is for
 * the gateway to say, so what the backend says about these is dropped.
 *
 * @param rawHeaders Names and values by turns, as `IncomingMessage.rawHeaders` has them.
 * @returns Names and values by turns; a name comes as often as the backend sent it.
 */
export function downstreamHeaders(rawHeaders: readonly string[]): readonly string[] {
  const endsHere = hopByHop(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const lowerCase = name.toLowerCase()
    const dropped =
      endsHere(lowerCase) || lowerCase === 'x-request-id' || lowerCase.startsWith('access-control-')
    if (!dropped) headers.push(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}
