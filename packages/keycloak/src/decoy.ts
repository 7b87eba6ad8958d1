import { randomBytes } from 'node:crypto'
import type { NewTenant } from '@gatehouse/auth-core/ports'
import { fault } from './failure.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import type { Passwords } from './passwords.ts'
import type { RealmAccount } from './realm-account.ts'
import type { Realms } from './realms.ts'

/**
 * A realm without people. Where there is no account to check a password of, it is checked here, so
 * that the time of an answer does not tell (T-34).
 */
export interface Decoy {
  /** Makes the realm unless it is there. @throws {PortError} When Keycloak cannot make it. */
  prepare(): Promise<void>

  /** Takes as long as a refused check. @throws {PortError} When Keycloak cannot be used. */
  check(password: string): Promise<void>
}

/** The sign-up that the realm without people counts as. */
export const decoyReservation = 'nobody'

/** A process that has not made the realm by then has died. */
const creationSeconds = 120

/** The realm, which is made when it is first needed, and again when it was removed. */
export function createDecoy(
  { accounts, clock }: KeycloakConnection,
  { realms, passwords }: { readonly realms: Realms; readonly passwords: Passwords },
): Decoy {
  let preparing: Promise<RealmAccount> | undefined

  async function make(): Promise<RealmAccount> {
    const found = await accounts.find(decoyReservation)
    if (found?.status === 'live') return found
    if (found) {
      const isDead = clock.now().getTime() - found.since.getTime() > creationSeconds * 1000
      if (!isDead) throw fault('unavailable', 'another process is making the decoy realm')
      await realms.undo(found)
      await accounts.remove(decoyReservation)
    }
    const made = await realms.make({ tenant: decoyTenant() })
    if (made === null) throw fault('unavailable', 'another process is making the decoy realm')
    return made
  }

  /** Callers at the same time wait for the same; after a failure the next one tries again. */
  function prepare(): Promise<RealmAccount> {
    preparing ??= make().catch((error: unknown) => {
      preparing = undefined
      throw error
    })
    return preparing
  }

  return {
    async prepare() {
      await prepare()
    },

    async check(password) {
      const account = await prepare()
      if (await passwords.checkNobody(account, password)) return
      // An operator has removed it.
      await accounts.remove(decoyReservation)
      preparing = undefined
    },
  }
}

/** No organization can have this name, since theirs have no underscore. */
function decoyTenant(): NewTenant {
  const id = `gatehouse_nobody_${randomBytes(4).toString('hex')}`
  return { id, name: 'Nobody', reservation: decoyReservation }
}
