/** For tests and benchmarks within this repository: gateways as processes, and what they need. */
export { freePort } from '@gatehouse/services'
export { type GatewayProcess, startGateway } from '../test/e2e/support/gateway-process.ts'
export { type MailServer, startMailServer } from '../test/e2e/support/mail-server.ts'
export { runGatehouse } from '../test/e2e/support/run-gatehouse.ts'
export { unlimited } from '../test/e2e/support/unlimited.ts'
