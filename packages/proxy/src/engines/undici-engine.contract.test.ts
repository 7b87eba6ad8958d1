import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { createUndiciEngine } from './undici-engine.ts'

proxyEngineContract('undici', createUndiciEngine)
