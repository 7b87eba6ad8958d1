import { isLoopbackHost, PortError } from '@gatehouse/auth-core/ports'
import type { CustomFetch } from 'openid-client'

/** The bounds for requests to a provider. */
export interface SafeFetchOptions {
  /** Whether a provider on this machine may speak plain http. Others never may. */
  readonly allowLoopbackHttp: boolean
  /** The longest time for an answer, from the first byte sent to the last received, in milliseconds. */
  readonly timeoutMs: number
}

/** The largest answer in bytes, decompressed: more than any provider's documents have. */
const maxBytes = 256 * 1024

/**
 * Fetches from a provider: https, no redirects, a limit of 256 KiB for the answer and one for the
 * time it takes (T-50).
 *
 * @throws {PortError} `oidc_provider`: `unavailable`, `timeout`, or `corrupt` for an answer or an
 *   address that is not allowed.
 */
export function createSafeFetch({ allowLoopbackHttp, timeoutMs }: SafeFetchOptions): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (!isAllowed(url, allowLoopbackHttp)) throw corrupt('an address that is not https')
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return await readWhole(response)
    } catch (error) {
      throw error instanceof PortError ? error : failureOf(error)
    }
  }
}

/** Whether an address of a provider is allowed, for browsers and for the gateway's requests. */
export function isAllowed(address: string, allowLoopbackHttp: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return (
    protocol === 'https:' || (protocol === 'http:' && allowLoopbackHttp && isLoopbackHost(hostname))
  )
}

async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw corrupt('a redirect')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the rest.
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw corrupt('more than 256 KiB')
    chunks.push(chunk)
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
}

function failureOf(error: unknown): PortError {
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  return new PortError('oidc_provider', timedOut ? 'timeout' : 'unavailable', error)
}

function corrupt(what: string): PortError {
  return new PortError('oidc_provider', 'corrupt', new Error(`the provider answered with ${what}`))
}
