import type { ProxyEngine, ProxyEngineOptions } from '../src/engines/engine.ts'
import { createHttpProxyEngine } from '../src/engines/http-proxy-engine.ts'
import { createUndiciEngine } from '../src/engines/undici-engine.ts'

/** Creates an engine. */
export type CreateEngine = (options: ProxyEngineOptions) => ProxyEngine

/** Both engines by their names, for `describe.each`. */
export const engines: readonly (readonly [string, CreateEngine])[] = [
  ['undici', createUndiciEngine],
  ['http-proxy-middleware', createHttpProxyEngine],
]
