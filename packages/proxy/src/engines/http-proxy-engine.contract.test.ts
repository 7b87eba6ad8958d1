import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { createHttpProxyEngine } from './http-proxy-engine.ts'

proxyEngineContract('http-proxy-middleware', createHttpProxyEngine)
