/** For tests in this repository: a proxy that injects faults into requests to Keycloak. */
export { type FaultProxy, startFaultProxy } from '../test-support/fault-proxy.ts'
