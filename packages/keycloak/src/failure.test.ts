import { describe, expect, it } from '@jest/globals'
import { NetworkError } from '@keycloak/keycloak-admin-client'
import { startFakeServer, unusedUrl } from '../test-support/fake-server.ts'
import { fault, mayHaveActed, statusFault, statusOf, toPortError } from './failure.ts'

const timedOut = () => new DOMException('The operation timed out', 'TimeoutError')

async function fetchFailure(url: string, init?: RequestInit): Promise<unknown> {
  return fetch(url, init).then(
    () => 'no failure',
    (error: unknown) => error,
  )
}

describe('a request that failed', () => {
  it('did nothing when nobody listened', async () => {
    const failed = toPortError(await fetchFailure(await unusedUrl()))
    expect(failed).toMatchObject({ port: 'credential_store', failure: 'unavailable' })
    expect(mayHaveActed(failed)).toBe(false)
  })

  it('may have acted when the connection broke after it was sent', async () => {
    const server = await startFakeServer(() => new Promise(() => {}))
    const closing = new Promise<unknown>((resolve) => {
      resolve(fetchFailure(server.url, { signal: AbortSignal.timeout(5000) }))
    })
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await server.close()
    const failed = toPortError(await closing)
    expect(failed.failure).toBe('timeout')
    expect(mayHaveActed(failed)).toBe(true)
  })

  it('may have acted when no answer came in time', () => {
    const failed = toPortError(timedOut())
    expect(failed.failure).toBe('timeout')
    expect(mayHaveActed(failed)).toBe(true)
  })

  it.each([
    [400, 'rejected', false],
    [403, 'rejected', false],
    [409, 'rejected', false],
    [429, 'unavailable', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
    [302, 'corrupt', true],
  ] as const)('answered %i is %s', (status, failure, acted) => {
    const failed = statusFault(status, 'a request')
    expect(failed.failure).toBe(failure)
    expect(statusOf(failed)).toBe(status)
    expect(mayHaveActed(failed)).toBe(acted)
  })

  it('keeps what the server wrote out of the log', () => {
    const responseData = { errorMessage: 'secret' }
    const response = new Response(null, { status: 400 })
    const failed = toPortError(new NetworkError('secret', { response, responseData }))
    expect(statusOf(failed)).toBe(400)
    expect(JSON.stringify([failed, failed.message, failed.cause])).not.toContain('secret')
  })

  it('is not translated twice', () => {
    const failed = fault('rejected', 'no')
    expect(toPortError(failed)).toBe(failed)
  })
})
