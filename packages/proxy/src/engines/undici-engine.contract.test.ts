import { describe, expect, it } from '@jest/globals'
import { requestText, startGateway } from '../../testing/proxy-engine/gateway.ts'
import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { exchange } from '../../testing/raw-client.ts'
import { startTextBackend } from '../../testing/recording-backend.ts'
import { createUndiciEngine } from './undici-engine.ts'

proxyEngineContract('undici', createUndiciEngine)

describe('undici beyond the contract', () => {
  it('takes a 100 that it did not ask for as nonsense', async () => {
    const backend = await startTextBackend(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    )
    const gateway = await startGateway(createUndiciEngine, backend)
    const answer = await exchange(gateway.port, requestText('POST', '/api/m'))
    expect(answer).toMatch(/^HTTP\/1\.1 502 [\s\S]*"code":"upstream_unavailable"/)
  })
})
