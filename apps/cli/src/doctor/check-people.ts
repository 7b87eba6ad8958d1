import { type Account, type Role, roles } from '@gatehouse/auth-core'
import { replaceCredential } from '@gatehouse/auth-core/operator'
import {
  compareUser,
  type ExpectedRealm,
  type FormerUser,
  type RealmUser,
  type UserChanges,
  type UserDifference,
} from '@gatehouse/keycloak'
import { counted } from '../console/counted.ts'
import type { KeycloakAccess, KeycloakDeployment } from '../records/open-deployment.ts'
import { type Finding, isShould } from './finding.ts'
import { findingKinds } from './finding-kinds.ts'
import { listAccounts } from './list-records.ts'
import type { Tally } from './tally.ts'

/** The parts of a deployment that this check reads. */
type PeopleDeployment = Pick<KeycloakDeployment, 'ports'> & {
  readonly keycloak: Pick<KeycloakAccess, 'operator'>
}

/** The users of a realm. */
interface RealmPeople {
  readonly byId: Map<string, RealmUser>
  readonly byName: ReadonlyMap<string, RealmUser>
  readonly holders: ReadonlyMap<Role, ReadonlySet<string>>
}

/** Compares the users of a realm with the accounts of its organization. */
export async function* checkPeople(
  deployment: PeopleDeployment,
  { realm, kind }: ExpectedRealm,
  tally: Tally,
): AsyncGenerator<Finding> {
  const { byId, byName, holders } = await readPeople(deployment, realm)
  const unknown = new Map(byId)
  for await (const account of listAccounts(deployment.ports.store, realm)) {
    tally.accounts += 1
    const { credentialId, username } = account
    unknown.delete(credentialId)
    const user = byId.get(credentialId)
    const namesake = byName.get(username)
    const assigned = roles.filter((role) => holders.get(role)?.has(credentialId))
    for (const difference of compareUser(account, { user, namesake, roles: assigned }, kind)) {
      // A user with the name of an account is told of with that account.
      if (difference.code === 'user_replaced' && namesake) unknown.delete(namesake.id)
      yield await toFinding(deployment, { account, namesake, difference })
    }
  }
  if (kind === 'guest' && unknown.size > 0) {
    tally.notes.push(
      `${counted(unknown.size, 'user')} of ${realm} ${unknown.size === 1 ? 'has' : 'have'} no account. \`gatehouse keycloak import --realm ${realm} --dry-run\` tells why.`,
    )
    return
  }
  for (const { username } of unknown.values()) {
    const text = `is a user of the realm and has no account. ${findingKinds.user_unknown.help}`
    yield { code: 'user_unknown', where: realm, about: username, text }
  }
}

async function readPeople(
  { keycloak: { operator } }: PeopleDeployment,
  realm: string,
): Promise<RealmPeople> {
  const byId = new Map<string, RealmUser>()
  for await (const page of operator.listUsers(realm)) {
    for (const user of page) byId.set(user.id, user)
  }
  const byName = new Map(Array.from(byId.values(), (user) => [user.username, user] as const))
  const holders = new Map<Role, ReadonlySet<string>>()
  for (const role of ['super_admin', 'company_admin'] as const) {
    holders.set(role, (await operator.listHolders(realm, role, 'direct')) ?? new Set())
  }
  return { byId, byName, holders }
}

/** A difference, and its account. */
interface AccountDifference {
  readonly account: Account
  readonly namesake: RealmUser | undefined
  readonly difference: UserDifference
}

async function toFinding(
  deployment: PeopleDeployment,
  accountDifference: AccountDifference,
): Promise<Finding> {
  const { account, difference } = accountDifference
  const { operator } = deployment.keycloak
  const { code, username, is, should } = difference
  const base = { code, where: account.tenantId, about: username, text: isShould(is, should) }
  const { tenantId: realm, credentialId } = account
  const change = (changes: UserChanges) => () => operator.changeUser(realm, credentialId, changes)
  switch (code) {
    case 'user_missing':
      return { ...base, repair: () => makeAgain(deployment, account) }
    case 'user_replaced':
      return toReplaced(deployment, base, accountDifference)
    case 'user_renamed':
      return { ...base, text: `${base.text}. ${findingKinds.user_renamed.help}` }
    case 'user_disabled':
      return { ...base, repair: change({ enabled: true }) }
    case 'user_enabled':
      return { ...base, repair: change({ enabled: false }) }
    case 'user_required_action':
      return { ...base, text: `has to ${is} first`, repair: change({ requiredActions: [] }) }
    case 'user_email_flag':
      return { ...base, text: `email ${base.text}`, repair: change({ emailVerified: false }) }
    case 'user_role':
      return {
        ...base,
        text: `role ${base.text}`,
        repair: () => operator.setRole(realm, credentialId, account.role),
      }
  }
}

/** With a password, the other user could enter the account in our records. */
async function toReplaced(
  { keycloak: { operator }, ports }: PeopleDeployment,
  base: Finding,
  { account, namesake }: AccountDifference,
): Promise<Finding> {
  const { tenantId: realm, id: accountId, credentialId: from } = account
  const to = namesake?.id ?? ''
  if (await operator.hasCredentials(realm, to)) {
    return { ...base, text: `${base.text}. Remove or rename the other user in Keycloak.` }
  }
  const repair = async () => void (await replaceCredential(ports, { accountId, from, to }))
  return { ...base, repair }
}

/** A user who is there after an interruption is found as a `user_replaced` without a password. */
async function makeAgain(
  { keycloak: { operator }, ports }: PeopleDeployment,
  account: Account,
): Promise<void> {
  const { id: accountId, tenantId, credentialId: from } = account
  const to = await operator.addUser(tenantId, toFormerUser(account))
  await replaceCredential(ports, { accountId, from, to })
}

/** The user to create again for an account. */
export function toFormerUser(account: Account): FormerUser {
  const { credentialId: id, username, email, firstName, lastName, role, status } = account
  return { id, username, email, firstName, lastName, role, enabled: status === 'active' }
}
