import { randomBytes } from 'node:crypto'
import type { NewTenant } from '@gatehouse/auth-core/ports'
import { fault } from './failure.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import type { Passwords } from './passwords.ts'
import type { RealmAccount } from './realm-account.ts'
import type { Realms } from './realms.ts'

/**
 * A realm without people. When there is no account whose password could be checked, the password is checked
 * here, so that the time of an answer does not reveal it (T-34).
 */
export interface Decoy {
  /** Creates the realm unless it exists. @throws {PortError} When Keycloak cannot create it. */
  prepare(): Promise<void>

  /** Takes as long as a refused check. @throws {PortError} When Keycloak cannot be used. */
  check(password: string): Promise<void>
}

/** The reservation of the realm without people. */
export const decoyReservation = 'nobody'

/** Seconds after which a process that has not finished creating the realm counts as dead. */
const creationSeconds = 120

/** The decoy realm. It is created when it is first needed, and again after it was removed. */
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

  /** Concurrent callers share one attempt; after a failure the next caller tries again. */
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
      // An operator removed the realm.
      await accounts.remove(decoyReservation)
      preparing = undefined
    },
  }
}

/** Organizations cannot have this name, since their names have no underscore. */
function decoyTenant(): NewTenant {
  const id = `gatehouse_nobody_${randomBytes(4).toString('hex')}`
  return { id, name: 'Nobody', reservation: decoyReservation }
}
