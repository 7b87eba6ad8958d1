import { alwaysHopByHop, namedByConnection } from './hop-by-hop.ts'
import { createNameMemo } from './name-memo.ts'

/**
 * The header section of the answer to a client: what the backend sent, less what ends at this hop.
 * Which other origins may read an answer, and by which id its request is found in the logs, is for
 * the gateway to say, so what the backend says about these is dropped.
 *
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 * @param backendOrigin The backend's own address, which clients cannot reach: what it says of places
 *   there is said of the same places here.
 * @returns Names and values in turn; a name comes as often as the backend sent it.
 */
export function downstreamHeaders(
  rawHeaders: readonly string[],
  backendOrigin: string,
): readonly string[] {
  const named = namedByConnection(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const { dropped, lowerCase, beforePlace } = headerRuleOf(name)
    if (dropped || named?.has(lowerCase) === true) continue
    const value = rawHeaders[index + 1] ?? ''
    headers.push(name, beforePlace ? sayHere(value, beforePlace, backendOrigin) : value)
  }
  return headers
}

function sayHere(value: string, beforePlace: RegExp, origin: string): string {
  const [before] = beforePlace.exec(value) ?? []
  return before === undefined ? value : before + withoutOrigin(value.slice(before.length), origin)
}

function withoutOrigin(place: string, origin: string): string {
  if (place.slice(0, origin.length).toLowerCase() !== origin) return place
  const rest = place.slice(origin.length)
  return rest.startsWith('/') && !rest.startsWith('//') ? rest : place
}

/** What stands before the place that a field names. */
const beforePlaces: ReadonlyMap<string, RegExp> = new Map([
  ['location', /^/],
  ['content-location', /^/],
  // Seconds, and then the place, which browsers take in quotes too.
  ['refresh', /^[^=]*= *["']?/],
])

const headerRuleOf = createNameMemo((name) => {
  const lowerCase = name.toLowerCase()
  const dropped =
    alwaysHopByHop.has(lowerCase) ||
    lowerCase === 'x-request-id' ||
    lowerCase.startsWith('access-control-')
  return { dropped, lowerCase, beforePlace: beforePlaces.get(lowerCase) }
})
