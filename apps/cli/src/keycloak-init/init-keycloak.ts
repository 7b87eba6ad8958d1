import { PortError } from '@gatehouse/auth-core'
import { readConfigFile, readValues } from '@gatehouse/gateway'
import { type Administrator, prepareKeycloak } from '@gatehouse/keycloak'

/** What to tell the operator, a line each. */
export interface Told {
  /** `usage`: a setting is wrong. `unreachable`: Keycloak does not answer, or not to us. */
  readonly end: 'done' | 'usage' | 'unreachable'
  readonly lines: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `gatehouse keycloak init`: makes the account in Keycloak that the gateway makes realms with, or
 * sets it right. It may be run again at any time.
 *
 * @param environment Has the settings of Keycloak and the administrator.
 */
export async function initKeycloak(environment: Environment): Promise<Told> {
  const file = readConfigFile(environment.CONFIG_FILE)
  const given = Object.fromEntries(
    Object.entries({ ...file.values, ...environment }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
  const { values, mistakes } = readValues(given)
  const { KEYCLOAK_URL: url, KEYCLOAK_CLIENT_ID: clientId } = values
  const wrong = [
    ...[...file.mistakes, ...mistakes]
      .filter(({ name }) => ours.has(name))
      .map(({ message }) => message),
    ...needed.filter((name) => given[name] === undefined).map((name) => `${name} is not set.`),
  ]
  if (wrong.length > 0 || !url || !clientId) return { end: 'usage', lines: wrong }
  const username = given.KEYCLOAK_ADMIN ?? ''
  const password = given.KEYCLOAK_ADMIN_PASSWORD ?? ''
  return prepare(url, clientId, { username, password })
}

const needed = ['KEYCLOAK_URL', 'KEYCLOAK_ADMIN', 'KEYCLOAK_ADMIN_PASSWORD'] as const
const ours: ReadonlySet<string> = new Set(['CONFIG_FILE', 'KEYCLOAK_URL', 'KEYCLOAK_CLIENT_ID'])

async function prepare(url: string, clientId: string, administrator: Administrator): Promise<Told> {
  try {
    const { clientSecret, created } = await prepareKeycloak({ url, clientId, administrator })
    const done = created
      ? `Made the client "${clientId}" in the realm "master" of ${url}.`
      : `The client "${clientId}" is in the realm "master" of ${url}; its settings are right now.`
    const idLine = clientId === 'gatehouse' ? [] : [`KEYCLOAK_CLIENT_ID=${clientId}`]
    return {
      end: 'done',
      lines: [
        done,
        'Its tokens carry the role create-realm and no other.',
        'The administrator is not needed any more. Set these for the gateway:',
        '',
        'CREDENTIAL_STORE=keycloak',
        `KEYCLOAK_URL=${url}`,
        ...idLine,
        `KEYCLOAK_CLIENT_SECRET=${clientSecret}`,
      ],
    }
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    return { end: 'unreachable', lines: [`${url}: ${reasonOf(error)}.`, hints[error.failure]] }
  }
}

const hints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is Keycloak running there, and is KEYCLOAK_URL right?',
  timeout: 'Is KEYCLOAK_URL right? Keycloak may also be starting or busy.',
  rejected: 'Are KEYCLOAK_URL, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD right?',
  corrupt: 'Is KEYCLOAK_URL the part before /realms, and is it Keycloak that answers there?',
}

function reasonOf({ cause, failure }: PortError): string {
  return Error.isError(cause) ? cause.message : failure
}
