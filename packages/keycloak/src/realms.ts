import type { PortError } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import type { Connection } from './connection.ts'
import { fault, mayHaveActed, statusOf, toPortError } from './failure.ts'
import { enterRealm } from './in-realm.ts'
import type { ProvisioningAccount } from './provisioning-account.ts'
import type { RealmAccount } from './realm-account.ts'
import { newRealmSecrets } from './realm-secrets.ts'
import { type RealmParts, realmOf, reservationAttribute } from './realm-template.ts'
import { retryTransient } from './retry-transient.ts'

/** Makes and removes whole realms. */
export interface Realms {
  /**
   * Notes the account of a realm and makes it, in one request.
   *
   * @returns Its account, or `null` when there is a realm of that name.
   */
  make(parts: Omit<RealmParts, 'secrets'>): Promise<RealmAccount | null>

  /** Removes what a reservation made, or may still make: whatever appears later is removed too. */
  undo(account: RealmAccount): Promise<void>

  /** Removes a realm that appeared after it was given up. @returns Whether there was one. */
  removeAbandoned(account: RealmAccount): Promise<boolean>
}

/** How long a realm waits for the others before it until it is not begun any more. Seconds. */
const patienceSeconds = 60

export function createRealms(connection: Connection, provisioning: ProvisioningAccount): Realms {
  const { accounts, clock, slow } = connection

  async function make(parts: Omit<RealmParts, 'secrets'>): Promise<RealmAccount | null> {
    const account = newAccount(connection, parts.tenant)
    if (!(await note(account, parts))) return null
    const creation = beginCreation({ ...parts, secrets: account.secrets }, account)
    try {
      const isMade =
        (await creation.create()) ||
        // The name may be held by a realm that appeared after its sign-up was given up.
        ((await clearName(account.realm)) && (await creation.create()))
      if (!isMade) {
        await accounts.remove(account.reservation)
        return null
      }
    } catch (error) {
      const failed = toPortError(error)
      if (!creation.mayHaveActed(failed)) await accounts.remove(account.reservation)
      throw failed
    }
    await goLive(account)
    return account
  }

  /** What was given up was looked for before it was there. Who has made it removes it then. */
  async function goLive(account: RealmAccount): Promise<void> {
    const { realm, reservation } = account
    if (await accounts.goLive(reservation, clock.now())) return
    if (await removeRealm(connection, account)) await accounts.remove(reservation)
    throw fault('timeout', `the realm ${realm} was given up while it was being made`)
  }

  function note(account: RealmAccount, { firstUser }: Pick<RealmParts, 'firstUser'>) {
    // The realm of nobody belongs to no sign-up.
    return firstUser ? accounts.begin(account) : accounts.add(account)
  }

  function beginCreation(parts: RealmParts, account: RealmAccount) {
    const until = account.since.getTime() + patienceSeconds * 1000
    const isWanted = () => clock.now().getTime() < until
    let attempts = 0

    async function request(): Promise<boolean> {
      try {
        await provisioning.use((token) =>
          slow.run(() => connection.admin(token, 'slow').realms.create(realmOf(parts)), isWanted),
        )
        return true
      } catch (error) {
        if (statusOf(error) === 409) return false
        throw error
      }
    }

    const isThere = async () => (await findOurs(connection, account)) !== undefined

    return {
      /** @returns Whether it was made, rather than there already. */
      create: () =>
        retryTransient(async () => {
          // What Keycloak tripped over should have had no effect. It is not taken at its word.
          const isRepeated = attempts > 0
          attempts += 1
          if (isRepeated && (await isThere())) return true
          return (await request()) || (isRepeated && (await isThere()))
        }),

      /** Whether the realm may be there, or come to be, after all this ended with a failure. */
      mayHaveActed: (failed: PortError) => attempts > 1 || mayHaveActed(failed),
    }
  }

  async function clearName(realm: string): Promise<boolean> {
    let any = false
    for (const account of await accounts.findAbandoned(realm)) {
      if (!(await removeRealm(connection, account))) continue
      await accounts.remove(account.reservation)
      any = true
    }
    return any
  }

  return {
    make,

    removeAbandoned: (account) => removeRealm(connection, account),

    async undo(account) {
      const isGone = await removeRealm(connection, account)
      const { reservation, status } = account
      if (isGone || status === 'live') await accounts.remove(reservation)
      else if (status === 'begun') await accounts.mark(reservation, 'abandoned', clock.now())
    },
  }
}

/** @returns Whether there was a realm of this account; another realm of the name is left alone. */
async function removeRealm(connection: Connection, account: RealmAccount): Promise<boolean> {
  const { realm } = account
  let isFound = false
  await retryTransient(async () => {
    const admin = await findOurs(connection, account)
    if (admin === undefined) return
    isFound = true
    try {
      await connection.slow.run(() => admin.realms.del({ realm }))
    } catch (error) {
      // 401 and 404: somebody else has just removed it, and the account with it.
      if (statusOf(error) !== 404 && statusOf(error) !== 401) throw error
    }
  })
  return isFound
}

/** @returns A client that may change the realm of this account, if there is one. */
async function findOurs(
  connection: Connection,
  account: RealmAccount,
): Promise<KeycloakAdminClient | undefined> {
  const { realm, reservation } = account
  const entry = await enterRealm(connection, account)
  if (entry.kind !== 'entered') return undefined
  const admin = connection.admin(entry.accessToken, 'slow')
  const found = await connection.quick.run(() => admin.realms.findOne({ realm }))
  return found?.attributes?.[reservationAttribute] === reservation ? admin : undefined
}

function newAccount({ clock }: Connection, tenant: RealmParts['tenant']): RealmAccount {
  return {
    reservation: tenant.reservation,
    realm: tenant.id,
    status: 'begun',
    secrets: newRealmSecrets(),
    since: clock.now(),
  }
}
