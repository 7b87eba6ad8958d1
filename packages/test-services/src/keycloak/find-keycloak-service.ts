import { createServiceFile, type RunningService } from '../service-file.ts'

/** A Keycloak that was started for development and tests. */
export interface KeycloakService extends RunningService {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** Where its health and its metrics are. */
  readonly managementUrl: string
  /** The administrator it was started with. */
  readonly admin: { readonly username: string; readonly password: string }
}

/** Where it is noted which Keycloak runs. */
export const keycloakFile = createServiceFile<KeycloakService>('keycloak')

/** The service that runs, if one does. */
export function findKeycloakService(): KeycloakService | undefined {
  return keycloakFile.running()
}
