import { describe, expect, it } from '@jest/globals'
import { requestText, startGateway } from '../../testing/proxy-engine/gateway.ts'
import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { exchange } from '../../testing/raw-client.ts'
import { startTextBackend } from '../../testing/recording-backend.ts'
import { createHttpProxyEngine } from './http-proxy-engine.ts'

proxyEngineContract('http-proxy-middleware', createHttpProxyEngine)

describe('http-proxy-middleware beyond the contract', () => {
  it('passes over a 100 that it did not ask for', async () => {
    const backend = await startTextBackend(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    )
    const gateway = await startGateway(createHttpProxyEngine, backend)
    const answer = await exchange(gateway.port, requestText('POST', '/api/m'))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*ok$/)
  })
})
