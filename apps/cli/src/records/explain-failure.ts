import { PortError } from '@gatehouse/auth-core'

/** What broke and where to look, a line each. @throws What is no fault of a port. */
export function explainFailure(error: unknown): readonly string[] {
  if (!(error instanceof PortError)) throw error
  const { failure, port } = error
  const reason = reasonOf(error)
  if (port !== 'credential_store') return [`The database: ${reason}.`, databaseHints[failure]]
  return [`Keycloak: ${reason}.`, keycloakHints[failure]]
}

/** Why a port failed, as what stands behind it has said it. */
export function reasonOf({ cause, failure }: PortError): string {
  return Error.isError(cause) ? cause.message : failure
}

/** How a port failed and why, for the end of a sentence: `(unavailable): no route to host`. */
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
