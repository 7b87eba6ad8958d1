import type { CreateEngine } from './engines.ts'
import type { Deviations } from './it-but.ts'
import { proxyEngineAbuse } from './proxy-engine/abuse.ts'
import { proxyEngineAnswers } from './proxy-engine/answers.ts'
import { proxyEngineBulkheads } from './proxy-engine/bulkheads.ts'
import { proxyEngineEncrypted } from './proxy-engine/encrypted.ts'
import { proxyEngineFailures } from './proxy-engine/failures.ts'
import { gatewaysWith, type StartGateway } from './proxy-engine/gateway.ts'
import { proxyEngineRequests } from './proxy-engine/requests.ts'

/** The promises that every `ProxyEngine` keeps, each checked over real connections. */
export function proxyEngineContract(name: string, open: CreateEngine): void {
  const start = gatewaysWith(open)
  forwardingContract(name, start, {})
  proxyEngineBulkheads(name, start, {})
  proxyEngineEncrypted(name, start, {})
}

/**
 * Those of them that anything keeps which forwards requests, engine or not, but for what it does otherwise. Shares of
 * clients and certificates are told to each in its own way.
 */
export function forwardingContract(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  proxyEngineRequests(name, start, deviations)
  proxyEngineAnswers(name, start, deviations)
  proxyEngineFailures(name, start, deviations)
  proxyEngineAbuse(name, start, deviations)
}
