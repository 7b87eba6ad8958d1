import type { PortError } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, mayHaveActed, statusOf, toPortError } from './failure.ts'
import { enterRealm } from './in-realm.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import type { ProvisioningAccount } from './provisioning-account.ts'
import { newRealmSecrets, type RealmAccount } from './realm-account.ts'
import { type RealmParts, realmOf, reservationAttribute } from './realm-template.ts'
import { retryTransient } from './retry-transient.ts'

/** Makes and removes whole realms. */
export interface Realms {
  /**
   * Records the account of a realm and creates the realm in one request.
   *
   * @returns Its account, or `null` when a realm of that name exists.
   */
  make(parts: Omit<RealmParts, 'secrets'>): Promise<RealmAccount | null>

  /** Removes the realm that a reservation created. A realm that appears later is removed too. */
  undo(account: RealmAccount): Promise<void>

  /** Removes a realm that appeared after it was given up. @returns Whether there was one. */
  removeAbandoned(account: RealmAccount): Promise<boolean>
}

/** Seconds that a request for a realm may wait in the queue; after that it is not sent. */
const maxWaitSeconds = 60

/** Creates the operations on realms; `provisioning` is the account that may create them. */
export function createRealms(
  connection: KeycloakConnection,
  provisioning: ProvisioningAccount,
): Realms {
  const { accounts, clock } = connection

  async function make(parts: Omit<RealmParts, 'secrets'>): Promise<RealmAccount | null> {
    const account = newAccount(connection, parts.tenant)
    if (!(await note(account, parts))) return null
    const whole = { ...parts, secrets: account.secrets }
    const creation = beginCreation({ connection, provisioning }, whole, account)
    try {
      const isMade =
        (await creation.run()) ||
        // A realm may hold the name that appeared after its sign-up was given up.
        ((await removeAllAbandoned(account.realm)) && (await creation.run()))
      if (!isMade) {
        await accounts.remove(account.reservation)
        return null
      }
    } catch (error) {
      const failure = toPortError(error)
      if (!creation.mayHaveMade(failure)) await accounts.remove(account.reservation)
      throw failure
    }
    await goLive(account)
    return account
  }

  /**
   * Marks a realm as live. If it was given up meanwhile, removes it here, because the search for it came too
   * early.
   */
  async function goLive(account: RealmAccount): Promise<void> {
    const { realm, reservation } = account
    if (await accounts.goLive(reservation, clock.now())) return
    if (await removeRealm(connection, account)) await accounts.remove(reservation)
    throw fault('timeout', `the realm ${realm} was given up while it was being made`)
  }

  function note(account: RealmAccount, { firstUser }: Pick<RealmParts, 'firstUser'>) {
    // The decoy realm does not belong to a sign-up.
    return firstUser ? accounts.begin(account) : accounts.add(account)
  }

  /** @returns Whether there was any abandoned realm of that name. */
  async function removeAllAbandoned(realm: string): Promise<boolean> {
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

interface CreationTools {
  readonly connection: KeycloakConnection
  readonly provisioning: ProvisioningAccount
}

/** The creation of one realm, which may take several attempts. */
interface RealmCreation {
  /** @returns Whether the realm was made; `false` when another one has its name. */
  run(): Promise<boolean>

  /** Whether the realm may exist, or appear later, although the last attempt failed. */
  mayHaveMade(failure: PortError): boolean
}

function beginCreation(
  { connection, provisioning }: CreationTools,
  parts: RealmParts,
  account: RealmAccount,
): RealmCreation {
  const { clock, slow } = connection
  const deadline = account.since.getTime() + maxWaitSeconds * 1000
  const isWanted = () => clock.now().getTime() < deadline
  let attempts = 0

  const isOurs = async () => (await findOurs(connection, account)) !== undefined

  /** @returns `false` when the name is taken. */
  async function requestRealm(): Promise<boolean> {
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

  async function attempt(): Promise<boolean> {
    attempts += 1
    if (attempts === 1) return requestRealm()
    // The failed attempt should have had no effect, but this is checked.
    return (await isOurs()) || (await requestRealm()) || (await isOurs())
  }

  return {
    run: () => retryTransient(attempt),
    mayHaveMade: (failure) => attempts > 1 || mayHaveActed(failure),
  }
}

/** @returns Whether there was a realm of this account; another realm of the name is not touched. */
async function removeRealm(
  connection: KeycloakConnection,
  account: RealmAccount,
): Promise<boolean> {
  const { realm } = account
  let isFound = false
  await retryTransient(async () => {
    const admin = await findOurs(connection, account)
    if (admin === undefined) return
    isFound = true
    try {
      await connection.slow.run(() => admin.realms.del({ realm }))
    } catch (error) {
      // 401 and 404: another process has just removed it, and the account with it.
      if (statusOf(error) !== 404 && statusOf(error) !== 401) throw error
    }
  })
  return isFound
}

/** @returns A client that may change the realm of this account, if the realm exists. */
async function findOurs(
  connection: KeycloakConnection,
  account: RealmAccount,
): Promise<KeycloakAdminClient | undefined> {
  const { realm, reservation } = account
  const entry = await enterRealm(connection, account)
  if (entry.kind !== 'entered') return undefined
  const admin = connection.admin(entry.accessToken, 'slow')
  const found = await connection.quick.run(realm, () => admin.realms.findOne({ realm }))
  return found?.attributes?.[reservationAttribute] === reservation ? admin : undefined
}

function newAccount({ clock }: KeycloakConnection, tenant: RealmParts['tenant']): RealmAccount {
  return {
    reservation: tenant.reservation,
    realm: tenant.id,
    status: 'begun',
    secrets: newRealmSecrets(),
    since: clock.now(),
  }
}
