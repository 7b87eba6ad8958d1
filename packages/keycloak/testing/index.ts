/** For tests within this repository: a way to harm what a Keycloak is asked. */
export { type FaultProxy, startFaultProxy } from '../test-support/fault-proxy.ts'
