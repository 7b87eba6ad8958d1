import { createServiceFile, type RunningService } from '../service-file.ts'

/** A Keycloak that was started for development and tests. */
export interface KeycloakService extends RunningService {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** The address of its health checks and metrics. */
  readonly managementUrl: string
  /** The administrator it was started with. */
  readonly admin: { readonly username: string; readonly password: string }
}

/** The file that records which Keycloak runs. */
export const keycloakFile = createServiceFile<KeycloakService>('keycloak')

/** The running service, if there is one. */
export function findKeycloakService(): KeycloakService | undefined {
  return keycloakFile.running()
}
