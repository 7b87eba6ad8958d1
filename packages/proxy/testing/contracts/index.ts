/** Promises as tests, for a test to register: they need Jest. */
export { type Deviations, itBut } from '../it-but.ts'
export type { GatewaySettings, StartGateway } from '../proxy-engine/gateway.ts'
export { forwardingContract } from '../proxy-engine-contract.ts'
