/** For tests within this repository: the Keycloak of `npm run services`, and a way to harm it. */
export { type FaultProxy, startFaultProxy } from '../test/fault-proxy.ts'
export type { KeycloakService } from '../test/service/service-file.ts'
export { runningService } from '../test/service/service-file.ts'
