import type { KeycloakOperator, RealmUser } from '@gatehouse/keycloak'

const never = async () => {
  throw new Error('nobody should ask for this')
}

/** An administrator of a Keycloak in which a test says what there is. */
export function fakeOperator(changes: Partial<KeycloakOperator>): KeycloakOperator {
  return {
    listMadeRealms: async () => [],
    readRealm: async () => undefined,
    listUsers: async function* () {},
    countUsers: async () => 0,
    listHolders: async () => new Set(),
    hasGroups: async () => false,
    listGroups: async () => [],
    tryAccount: async () => true,
    mendRealm: never,
    remakeRealm: never,
    removeRealm: never,
    addUser: never,
    hasCredentials: async () => false,
    changeUser: never,
    setRole: never,
    ...changes,
  }
}

/** A user of a realm. */
export function realmUser(changes: Partial<RealmUser> = {}): RealmUser {
  return {
    id: 'user-1',
    username: 'ada',
    email: 'ada@example.com',
    emailVerified: false,
    enabled: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    requiredActions: [],
    hasSecondFactor: false,
    ...changes,
  }
}
