import type { ApiAnswer, ApiRequest } from '../exchange.ts'
import type { ApiPath } from '../operations/operation.ts'
import { InvalidRequest } from '../requests/parse.ts'

/** Answers a request at an address, whose parameters are decoded; `undefined` when there is nothing there. */
export type Answerer = (
  request: ApiRequest,
  parameters: Readonly<Record<string, string>>,
) => Promise<ApiAnswer | undefined>

/** What there is at an address. */
export interface Address {
  /** By the names of the methods, in capitals and in the order in which `Allow` tells them. */
  readonly methods: ReadonlyMap<string, Answerer>
  /** Whether `HEAD` is answered as `GET` is (RFC 9110, section 9.3.2). */
  readonly takesHead: boolean
  /** Fields of every answer. */
  readonly headers: ApiAnswer['headers']
}

/** An address that was found. */
export interface FoundAddress {
  /** What there is. */
  readonly address: Address
  /** The parameters of its path, decoded. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Where the API is in the interface document. A host that mounts it has a prefix of its own in its place. */
export const ownPrefix = '/api/auth'

/**
 * Finds addresses exactly as they are spelt (T-60): a parameter is one segment that is not empty.
 *
 * @param addresses By their paths, all of them below {@link ownPrefix}.
 * @returns Looks a path below the prefix up. It throws an `InvalidRequest` for a parameter that cannot be decoded.
 */
export function createAddressBook(
  addresses: ReadonlyMap<ApiPath, Address>,
): (path: string) => FoundAddress | undefined {
  const below = [...addresses].map(
    ([path, address]) => [path.slice(ownPrefix.length), address] as const,
  )
  const exact = new Map(below.filter(([path]) => !path.includes('{')))
  const patterns = below
    .filter(([path]) => path.includes('{'))
    .map(([path, address]) => ({
      address,
      pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
  return (path) => {
    const known = exact.get(path)
    if (known) return { address: known, parameters: {} }
    for (const { address, pattern } of patterns) {
      const found = pattern.exec(path)
      if (found) return { address, parameters: decoded(found.groups ?? {}) }
    }
    return undefined
  }
}

function decoded(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch {
    throw new InvalidRequest('malformed_request')
  }
}
