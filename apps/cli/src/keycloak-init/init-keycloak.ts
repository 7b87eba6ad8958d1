import { PortError } from '@gatehouse/auth-core'
import { type Administrator, prepareKeycloak } from '@gatehouse/keycloak'
import { type Environment, readSomeSettings, readVariables } from '@gatehouse/settings'
import { type CommandResult, endWith, withObjects } from '../command.ts'
import { reasonOf } from '../records/explain-failure.ts'
import { readAdministrator } from '../records/read-administrator.ts'

const names = ['CONFIG_FILE', 'KEYCLOAK_URL', 'KEYCLOAK_CLIENT_ID'] as const

/**
 * Creates the account with which the gateway creates realms in Keycloak, or repairs it. It may run again at
 * any time.
 *
 * @param environment Holds the settings of Keycloak and the administrator.
 */
export async function initKeycloak(environment: Environment): Promise<CommandResult> {
  const read = readSomeSettings(environment, names)
  const administrator = readAdministrator(environment)
  const isUrlSet = readVariables(environment).values.KEYCLOAK_URL !== undefined
  const wrong = [
    ...(read.ok ? [] : read.mistakes),
    ...(isUrlSet ? [] : ['KEYCLOAK_URL is not set.']),
    ...(administrator.ok ? [] : administrator.result.lines),
  ]
  if (!read.ok || !administrator.ok || read.value.KEYCLOAK_URL === undefined) {
    return endWith('usage', ...wrong)
  }
  const { KEYCLOAK_URL: url, KEYCLOAK_CLIENT_ID: clientId } = read.value
  return prepare(url, clientId, administrator.value)
}

async function prepare(
  url: string,
  clientId: string,
  administrator: Administrator,
): Promise<CommandResult> {
  try {
    const { clientSecret, created } = await prepareKeycloak({ url, clientId, administrator })
    const done = created
      ? `Made the client "${clientId}" in the realm "master" of ${url}.`
      : `The client "${clientId}" is in the realm "master" of ${url}; its settings are right now.`
    const idLine = clientId === 'gatehouse' ? [] : [`KEYCLOAK_CLIENT_ID=${clientId}`]
    const result = endWith(
      'done',
      done,
      'Its tokens carry the role create-realm and no other.',
      'The administrator is not needed any more. Set these for the gateway:',
      '',
      'CREDENTIAL_STORE=keycloak',
      `KEYCLOAK_URL=${url}`,
      ...idLine,
      `KEYCLOAK_CLIENT_SECRET=${clientSecret}`,
    )
    const settings = {
      CREDENTIAL_STORE: 'keycloak',
      KEYCLOAK_URL: url,
      KEYCLOAK_CLIENT_ID: clientId,
      KEYCLOAK_CLIENT_SECRET: clientSecret,
    }
    return withObjects(result, { created, settings })
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    return endWith('unreachable', `${url}: ${reasonOf(error)}.`, hints[error.failure])
  }
}

const hints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is Keycloak running there, and is KEYCLOAK_URL right?',
  timeout: 'Is KEYCLOAK_URL right? Keycloak may also be starting or busy.',
  rejected: 'Are KEYCLOAK_URL, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD right?',
  corrupt: 'Is KEYCLOAK_URL the part before /realms, and is it Keycloak that answers there?',
}
