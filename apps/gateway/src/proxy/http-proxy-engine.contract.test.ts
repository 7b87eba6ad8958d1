import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { createHttpProxyEngine } from './http-proxy-engine.ts'

const log = { info: () => undefined, warn: () => undefined }

proxyEngineContract('http-proxy-middleware', (settings) =>
  createHttpProxyEngine({ ...settings, log }),
)
