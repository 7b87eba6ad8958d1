import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { statusOf, toPortError } from './failure.ts'

/** A user of a realm, by Keycloak's id. */
interface RealmMember {
  readonly realm: string
  readonly id: string
}

/** A group as Keycloak lists it. */
interface ListedGroup {
  readonly id?: string
  readonly name?: string
  readonly path?: string
}

const pageSize = 100

/**
 * Puts a user into these groups and takes them out of all others. Missing groups are created, parents first.
 * It reads the state before each step, so that a repetition only does what is left.
 *
 * @param groups Paths as Keycloak writes them, or names of top-level groups.
 * @returns The paths of the user's groups afterwards.
 */
export async function putIntoGroups(
  admin: KeycloakAdminClient,
  user: RealmMember,
  groups: readonly string[],
): Promise<readonly string[]> {
  const { realm, id } = user
  const wanted = new Set(groups.map(pathOf))
  const current = await listGroups(admin, user)
  // What is taken away goes first: a failure in between leaves the user with less, never with more.
  for (const [path, groupId] of current) {
    if (!wanted.has(path)) await admin.users.delFromGroup({ realm, id, groupId })
  }
  for (const path of wanted) {
    if (current.has(path)) continue
    const groupId = await findOrMake(admin, realm, path)
    await admin.users.addToGroup({ realm, id, groupId })
  }
  return [...(await listGroups(admin, user)).keys()]
}

/** The groups of a user: their ids by their paths. */
async function listGroups(
  admin: KeycloakAdminClient,
  { realm, id }: RealmMember,
): Promise<ReadonlyMap<string, string>> {
  const current = new Map<string, string>()
  for (let first = 0; ; first += pageSize) {
    const page: readonly ListedGroup[] = await admin.users.listGroups({
      realm,
      id,
      first,
      max: pageSize,
    })
    for (const group of page) if (group.path && group.id) current.set(group.path, group.id)
    if (page.length < pageSize) return current
  }
}

/** Creates these groups where they are missing. @returns Their paths. */
export async function makeGroups(
  admin: KeycloakAdminClient,
  realm: string,
  groups: readonly string[],
): Promise<readonly string[]> {
  const paths = [...new Set(groups.map(pathOf))]
  for (const path of paths) await findOrMake(admin, realm, path)
  return paths
}

async function findOrMake(
  admin: KeycloakAdminClient,
  realm: string,
  path: string,
): Promise<string> {
  let parentId: string | undefined
  let parentPath = ''
  for (const segment of segmentsOf(path)) {
    const child = { realm, parentId, path: `${parentPath}/${segment}`, name: nameOf(segment) }
    parentId =
      (await findChild(admin, child)) ??
      (await makeChild(admin, child)) ??
      // Another process has just created it.
      (await findChild(admin, child))
    parentPath = child.path
  }
  if (parentId === undefined) throw new TypeError('Keycloak has a group, and does not list it')
  return parentId
}

interface Child {
  readonly realm: string
  /** The id of the group above; `undefined` for a top-level group. */
  readonly parentId: string | undefined
  readonly path: string
  readonly name: string
}

async function findChild(
  admin: KeycloakAdminClient,
  { realm, parentId, path, name: search }: Child,
): Promise<string | undefined> {
  for (let first = 0; ; first += pageSize) {
    const query = { realm, search, exact: true, first, max: pageSize }
    const page: readonly ListedGroup[] = await (parentId === undefined
      ? admin.groups.find(query)
      : admin.groups.listSubGroups({ ...query, parentId }))
    const found = page.find((group) => group.path === path)
    if (found || page.length < pageSize) return found?.id
  }
}

/** @returns The id of the new group, or `undefined` when a group of that name exists. */
async function makeChild(
  admin: KeycloakAdminClient,
  { realm, parentId, name }: Child,
): Promise<string | undefined> {
  try {
    const made = await (parentId === undefined
      ? admin.groups.create({ realm, name })
      : admin.groups.createChildGroup({ realm, id: parentId }, { name }))
    return made.id
  } catch (error) {
    if (statusOf(toPortError(error)) === 409) return undefined
    throw error
  }
}

function pathOf(group: string): string {
  return `/${segmentsOf(group).join('/')}`
}

/** In a path Keycloak writes `~/` for a slash that belongs to a name. */
function segmentsOf(path: string): readonly string[] {
  return path.split(/(?<!~)\//).filter((segment) => segment !== '')
}

function nameOf(segment: string): string {
  return segment.replaceAll('~/', '/')
}
