import { askRecords } from '../ask-records.ts'
import type { Hand } from '../keycloak-hand.ts'

type Environment = Parameters<typeof askRecords>[0]

/** A user as the credential store has it. */
export interface StoredUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly enabled: boolean
}

/** Looks into the credential store, past the gateway. */
export interface UserView {
  /** Of Keycloak, also whether the user has the realm role. */
  readonly hasRole?: (realm: string, id: string, role: string) => Promise<boolean>
  /** All users of a realm; `null` when there is no such realm. */
  inRealm(realm: string): Promise<readonly StoredUser[] | null>
}

/** The local store: tables beside the records. */
export function viewLocalUsers(environment: Environment): UserView {
  return {
    async inRealm(realm) {
      const realms = await askRecords(
        environment,
        `select id from local_realms where id = '${realm}'`,
      )
      if (realms.length === 0) return null
      const rows = await askRecords(
        environment,
        `select id, username, email, enabled from local_users where realm_id = '${realm}'`,
      )
      return rows.map(({ id, username, email, enabled }) => ({
        id: String(id),
        username: String(username),
        email: String(email),
        enabled: enabled === 1,
      }))
    },
  }
}

/** Keycloak, through its administration interface. */
export function viewKeycloakUsers({ ask }: Hand): UserView {
  return {
    async inRealm(realm) {
      const realms = await ask<readonly { readonly realm: string }[]>('GET', '')
      if (!realms.some((one) => one.realm === realm)) return null
      return ask<readonly StoredUser[]>('GET', `/${realm}/users?max=1000`)
    },
    async hasRole(realm, id, role) {
      const roles = await ask<readonly { readonly name: string }[]>(
        'GET',
        `/${realm}/users/${id}/role-mappings/realm`,
      )
      return roles.some(({ name }) => name === role)
    },
  }
}
