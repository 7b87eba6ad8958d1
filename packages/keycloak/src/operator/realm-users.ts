import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { readList } from './read-list.ts'

/** A user of a realm, with the fields that we use. */
export interface RealmUser {
  /** Keycloak's id of the user: `Account.credentialId` in our records. */
  readonly id: string
  /** The username; Keycloak keeps it in lower case. */
  readonly username: string
  /** The address; empty where there is none. */
  readonly email: string
  /** Whether the address counts as confirmed in Keycloak. */
  readonly emailVerified: boolean
  /** Whether Keycloak lets the user sign in. */
  readonly enabled: boolean
  /** First name; empty where there is none. */
  readonly firstName: string
  /** Last name; empty where there is none. */
  readonly lastName: string
  /** The actions that Keycloak demands at the next sign-in, by its names; may be empty. */
  readonly requiredActions: readonly string[]
  /** Whether Keycloak asks for a one-time code of its own. */
  readonly hasSecondFactor: boolean
}

const pageSize = 100

/** The users of a realm, page by page; service accounts are left out. */
export async function* listRealmUsers(
  admin: KeycloakAdminClient,
  realm: string,
): AsyncGenerator<readonly RealmUser[]> {
  for (let first = 0; ; first += pageSize) {
    const found = await admin.users.find({
      realm,
      first,
      max: pageSize,
      briefRepresentation: false,
    })
    if (found.length > 0) yield found.map(toRealmUser)
    if (found.length < pageSize) return
  }
}

type UserRepresentation = Awaited<ReturnType<KeycloakAdminClient['users']['find']>>[number]

function toRealmUser(user: UserRepresentation): RealmUser {
  const { id = '', username = '', email = '', firstName = '', lastName = '' } = user
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    emailVerified: user.emailVerified === true,
    enabled: user.enabled === true,
    requiredActions: user.requiredActions ?? [],
    hasSecondFactor: user.totp === true,
  }
}

/**
 * The ids of those who have a role of a realm; `undefined` when it has no such role.
 *
 * @param how `direct`: those who were given it themselves. `any`: also the members of groups that
 *   were.
 */
export async function listHolders(
  admin: KeycloakAdminClient,
  { realm, name }: { readonly realm: string; readonly name: string },
  how: 'direct' | 'any',
): Promise<ReadonlySet<string> | undefined> {
  const role = await admin.roles.findOneByName({ realm, name })
  if (!role?.id) return undefined
  const holders = new Set<string>()
  const ofRole = (first: number) =>
    admin.roles.findUsersWithRole({ realm, name, first, max: pageSize })
  await collectIds(holders, ofRole)
  if (how === 'direct') return holders
  const groups = `roles/${encodeURIComponent(name)}/groups?max=1000`
  for (const { id = '' } of await readList(admin, realm, groups)) {
    await collectIds(holders, (first) =>
      admin.groups.listMembers({ realm, id, first, max: pageSize }),
    )
  }
  return holders
}

async function collectIds(
  ids: Set<string>,
  read: (first: number) => Promise<readonly { readonly id?: string }[]>,
): Promise<void> {
  for (let first = 0; ; first += pageSize) {
    const page = await read(first)
    for (const { id } of page) if (id) ids.add(id)
    if (page.length < pageSize) return
  }
}
