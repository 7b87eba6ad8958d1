import { proxyEngineContract } from '../../testing/proxy-engine-contract.ts'
import { createUndiciEngine } from './undici-engine.ts'

const log = { info: () => undefined, warn: () => undefined }

proxyEngineContract('undici', (settings) => createUndiciEngine({ ...settings, log }))
