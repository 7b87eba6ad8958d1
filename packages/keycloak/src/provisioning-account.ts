import { fault, statusOf } from './failure.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'

/** The account in the `master` realm that may make realms, and nothing else. */
export interface ProvisioningAccount {
  /** Does something with a token of the account; once more with a new one when it is refused. */
  use<Result>(work: (accessToken: string) => Promise<Result>): Promise<Result>

  /** Authenticates anew. @throws {PortError} When Keycloak cannot, or does not know the account. */
  renew(): Promise<string>
}

/** How the account authenticates. */
export interface ProvisioningCredentials {
  /** The client in `master` whose service account it is. */
  readonly clientId: string
  /** What that client authenticates with. Secret. */
  readonly clientSecret: string
}

/** A token is not used when it has less than this left: making a realm takes its time. */
const marginSeconds = 30

/** The account, which authenticates when it is first used, and again when its token runs out. */
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

  /** Callers at the same time share one request. */
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
