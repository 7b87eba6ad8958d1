/** For tests within this repository: Keycloak servers, and a way to harm what they are asked. */
export { type FaultProxy, startFaultProxy } from '../test/fault-proxy.ts'
export { type OwnKeycloak, openOwnKeycloak } from '../test/service/own-keycloak.ts'
export type { KeycloakService } from '../test/service/service-file.ts'
export { runningService } from '../test/service/service-file.ts'
