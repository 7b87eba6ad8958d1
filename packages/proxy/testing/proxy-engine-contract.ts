import type { CreateEngine } from './engines.ts'
import { proxyEngineAbuse } from './proxy-engine/abuse.ts'
import { proxyEngineAnswers } from './proxy-engine/answers.ts'
import { proxyEngineBulkheads } from './proxy-engine/bulkheads.ts'
import { proxyEngineEncrypted } from './proxy-engine/encrypted.ts'
import { proxyEngineFailures } from './proxy-engine/failures.ts'
import { proxyEngineRequests } from './proxy-engine/requests.ts'

/** The promises that every `ProxyEngine` keeps, each checked over real connections. */
export function proxyEngineContract(name: string, open: CreateEngine): void {
  proxyEngineRequests(name, open)
  proxyEngineAnswers(name, open)
  proxyEngineFailures(name, open)
  proxyEngineAbuse(name, open)
  proxyEngineBulkheads(name, open)
  proxyEngineEncrypted(name, open)
}
