import { PortError } from '@gatehouse/auth-core'

/** The fault and where to look, one line each. @throws The error, unless it is a port's fault. */
export function explainFailure(error: unknown): readonly string[] {
  if (!(error instanceof PortError)) throw error
  const { failure, port } = error
  const reason = reasonOf(error)
  if (port !== 'credential_store') return [`The database: ${reason}.`, databaseHints[failure]]
  return [`Keycloak: ${reason}.`, keycloakHints[failure]]
}

/** Why a port failed, by the cause of the error. */
export function reasonOf({ cause, failure }: PortError): string {
  return Error.isError(cause) ? cause.message : failure
}

/** The fault of a port, for the end of a sentence: `(unavailable): no route to host`. */
export function failureOf({ cause, failure }: PortError): string {
  return Error.isError(cause) ? `(${failure}): ${cause.message}` : `(${failure})`
}

const keycloakHints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is Keycloak running, and is KEYCLOAK_URL right?',
  timeout: 'Is KEYCLOAK_URL right? Keycloak may also be starting or busy.',
  rejected:
    'Are KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD those of an administrator of all realms?',
  corrupt: 'Is KEYCLOAK_URL the part before /realms, and is it Keycloak that answers there?',
}

const databaseHints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is the disk full, or another program at it?',
  timeout: 'Is another program at it?',
  rejected: 'Is it of this release?',
  corrupt: 'Is MASTER_KEY, or master.key, the key of this database? Is the file damaged?',
}
