import { fault, statusOf } from './failure.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'

/** The account in the `master` realm that may make realms, and nothing else. */
export interface ProvisioningAccount {
  /** Runs work with a token of the account; when the token is refused, runs it again with a new one. */
  use<Result>(work: (accessToken: string) => Promise<Result>): Promise<Result>

  /** Authenticates again. @throws {PortError} When Keycloak fails, or does not know the account. */
  renew(): Promise<string>
}

/** The credentials of the account. */
export interface ProvisioningCredentials {
  /** The client in `master` to which the service account belongs. */
  readonly clientId: string
  /** The secret of that client. */
  readonly clientSecret: string
}

/** Seconds of validity that a token must have left to be used, because creating a realm takes time. */
const marginSeconds = 30

/** The account. It authenticates at its first use, and again when its token runs out. */
export function createProvisioningAccount(
  { tokens, clock, quick }: KeycloakConnection,
  { clientId, clientSecret }: ProvisioningCredentials,
): ProvisioningAccount {
  const client = { realm: 'master', clientId, clientSecret }
  let current: { readonly accessToken: string; readonly until: Date } | undefined
  let renewing: Promise<string> | undefined

  async function authenticate(): Promise<string> {
    const outcome = await quick.run(client.realm, () =>
      tokens.grant(client, { grant_type: 'client_credentials' }),
    )
    if (outcome.kind !== 'granted') {
      throw fault('rejected', 'Keycloak does not know the account of the gateway in master')
    }
    const { accessToken, expiresIn } = outcome
    const until = new Date(clock.now().getTime() + (expiresIn - marginSeconds) * 1000)
    current = { accessToken, until }
    return accessToken
  }

  /** Concurrent callers share one request. */
  function renew(): Promise<string> {
    renewing ??= authenticate().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    renew,

    async use(work) {
      const isFresh = current !== undefined && clock.now() < current.until
      const accessToken = isFresh && current ? current.accessToken : await renew()
      try {
        return await work(accessToken)
      } catch (error) {
        if (statusOf(error) !== 401) throw error
        return work(await renew())
      }
    },
  }
}
