import type { Connection } from './connection.ts'
import { mayHaveActed, statusOf, toPortError } from './failure.ts'
import type { MakerAccount } from './maker-account.ts'
import type { RealmAccount } from './realm-account.ts'
import { enterRealm } from './realm-admin.ts'
import { newRealmSecrets } from './realm-secrets.ts'
import { type RealmParts, realmOf, reservationAttribute } from './realm-template.ts'

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

export function createRealms(connection: Connection, maker: MakerAccount): Realms {
  const { accounts, clock, slow } = connection

  async function make(parts: Omit<RealmParts, 'secrets'>): Promise<RealmAccount | null> {
    const account = newAccount(connection, parts.tenant)
    if (!(await accounts.add(account))) return null
    try {
      const wanted = { ...parts, secrets: account.secrets }
      const isMade =
        (await create(wanted)) ||
        // The name may be held by a realm that appeared after its sign-up was given up.
        ((await clearName(account.realm)) && (await create(wanted)))
      if (!isMade) {
        await accounts.remove(account.reservation)
        return null
      }
    } catch (error) {
      const failed = toPortError(error)
      if (!mayHaveActed(failed)) await accounts.remove(account.reservation)
      throw failed
    }
    await accounts.mark(account.reservation, 'live', clock.now())
    return account
  }

  /** @returns Whether it was made, rather than there already. */
  async function create(parts: RealmParts): Promise<boolean> {
    try {
      await maker.use((token) =>
        slow.run(() => connection.admin(token, 'slow').realms.create(realmOf(parts))),
      )
      return true
    } catch (error) {
      if (statusOf(error) === 409) return false
      throw error
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
      const { reservation, standing } = account
      if (isGone || standing === 'live') await accounts.remove(reservation)
      else if (standing === 'begun') await accounts.mark(reservation, 'abandoned', clock.now())
    },
  }
}

/** @returns Whether there was a realm of this account; another realm of the name is left alone. */
async function removeRealm(connection: Connection, account: RealmAccount): Promise<boolean> {
  const entry = await enterRealm(connection, account)
  if (entry.kind !== 'entered') return false
  const { realm, reservation } = account
  const admin = connection.admin(entry.accessToken, 'slow')
  const found = await connection.quick.run(() => admin.realms.findOne({ realm }))
  if (found?.attributes?.[reservationAttribute] !== reservation) return false
  try {
    await connection.slow.run(() => admin.realms.del({ realm }))
  } catch (error) {
    // 401 and 404: somebody else has just removed it, and the account with it.
    if (statusOf(error) !== 404 && statusOf(error) !== 401) throw error
  }
  return true
}

function newAccount({ clock }: Connection, tenant: RealmParts['tenant']): RealmAccount {
  return {
    reservation: tenant.reservation,
    realm: tenant.id,
    standing: 'begun',
    secrets: newRealmSecrets(),
    since: clock.now(),
  }
}
