import type { Tenant } from '@gatehouse/auth-core'
import {
  type ImportConflict,
  type ImportedUser,
  importAccounts,
  type UserToImport,
} from '@gatehouse/auth-core/operator'
import type { RealmUser } from '@gatehouse/keycloak'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { withoutControlCharacters } from '../console/without-control-characters.ts'
import type { Deployment, KeycloakAccess } from '../records/open-deployment.ts'

/** A Keycloak, and the records that its users come into. */
interface PeopleDeployment {
  readonly keycloak: Pick<KeycloakAccess, 'operator'>
  readonly ports: Omit<Deployment['ports'], 'credentialStore'>
}

/** The options of importing people. */
export interface PeopleImport {
  /** The organization, which is stored by now unless `dryRun` is set. */
  readonly tenant: Tenant
  /** The users who become `company_admin`, by their ids in Keycloak. */
  readonly admins: ReadonlySet<string>
  /** The number of users, for the progress. */
  readonly people: number
  /** Whether to count only, without creating accounts. */
  readonly dryRun: boolean
}

/** Why a user was left out, or what keeps them from signing in. */
interface ImportRemark {
  /** The reason, from a closed list. */
  readonly code: ImportConflict | 'disabled' | 'required_action' | 'second_factor'
  /** As it is in Keycloak. */
  readonly username: string
  /** A sentence on it. */
  readonly text: string
  /** Whether the user was left out; the others came in. */
  readonly isLeftOut: boolean
}

/** The results for the users of a realm. They grow. */
export interface ImportTally {
  /** Accounts that were created, or would be. */
  imported: number
  /** The number of those with the role `company_admin`. */
  admins: number
  /** Users who had an account before. */
  known: number
  /** Users who cannot have an account. */
  leftOut: number
  /** What there is to say about single users. */
  readonly remarks: ImportRemark[]
}

/**
 * Creates accounts for the users of a realm, one page in each transaction. Continues after an interruption.
 */
export async function importPeople(
  deployment: PeopleDeployment,
  request: PeopleImport,
  console: Pick<Console, 'print' | 'progress'>,
): Promise<ImportTally> {
  const { tenant, people, dryRun } = request
  const { operator } = deployment.keycloak
  const tally: ImportTally = { imported: 0, admins: 0, known: 0, leftOut: 0, remarks: [] }
  const planned = { usernames: new Set<string>(), emails: new Map<string, string>() }
  const hasGroups = await operator.hasGroups(tenant.id)
  let seen = 0
  for await (const page of operator.listUsers(tenant.id)) {
    const strangers = await withoutKnown(deployment, tenant, page)
    tally.known += page.length - strangers.length
    const users = await readUsers(deployment, request, { strangers, hasGroups })
    const outcomes = await importAccounts(deployment.ports, { tenant, users, dryRun, planned })
    for (const outcome of outcomes) count(tally, outcome)
    const remarks = outcomes.flatMap((outcome, index) => remarksOn(outcome, strangers[index]))
    tally.remarks.push(...remarks)
    console.print(...remarks.map(toLine))
    seen += page.length
    console.progress(`${seen.toLocaleString('en')} of ${counted(people, 'user')}`)
  }
  return tally
}

/** The users without an account: existing accounts stay as they are. */
async function withoutKnown(
  { ports }: PeopleDeployment,
  { id }: Tenant,
  page: readonly RealmUser[],
): Promise<readonly RealmUser[]> {
  const ids = page.map((user) => user.id)
  const known = await ports.store.transaction((tx) => tx.accounts.findByCredentials(id, ids))
  const knownIds = new Set(known.map(({ credentialId }) => credentialId))
  return page.filter((user) => !knownIds.has(user.id))
}

/** The largest number of requests to Keycloak under way. */
const concurrency = 10

async function readUsers(
  { keycloak: { operator } }: PeopleDeployment,
  { tenant, admins }: PeopleImport,
  {
    strangers,
    hasGroups,
  }: { readonly strangers: readonly RealmUser[]; readonly hasGroups: boolean },
): Promise<readonly UserToImport[]> {
  const toUser = async (user: RealmUser): Promise<UserToImport> => {
    const { id: credentialId, requiredActions: _, hasSecondFactor: __, ...person } = user
    const groups = hasGroups ? await operator.listGroups(tenant.id, credentialId) : []
    const role = admins.has(credentialId) ? 'company_admin' : 'user'
    return { ...person, credentialId, groups, role }
  }
  const users: UserToImport[] = []
  for (let first = 0; first < strangers.length; first += concurrency) {
    users.push(...(await Promise.all(strangers.slice(first, first + concurrency).map(toUser))))
  }
  return users
}

function count(tally: ImportTally, { outcome, user }: ImportedUser): void {
  if (outcome === 'known') tally.known += 1
  else if (outcome !== 'imported') tally.leftOut += 1
  else {
    tally.imported += 1
    if (user.role === 'company_admin') tally.admins += 1
  }
}

/** Why a user is left out, or cannot sign in. */
function remarksOn(
  { outcome, reason, user: { enabled, username } }: ImportedUser,
  stranger: RealmUser | undefined,
): readonly ImportRemark[] {
  if (outcome === 'known') return []
  if (outcome !== 'imported') {
    const text = reason ?? 'There is no email address, which is signed in with.'
    return [{ code: outcome, username, text, isLeftOut: true }]
  }
  const { requiredActions = [], hasSecondFactor = false } = stranger ?? {}
  const cameIn = (code: ImportRemark['code'], rest: string) => {
    return { code, username, text: `Came in, and ${rest}`, isLeftOut: false }
  }
  return [
    ...(enabled ? [] : [cameIn('disabled', 'is kept out as in Keycloak.')]),
    ...(requiredActions.length > 0
      ? [cameIn('required_action', `has to ${requiredActions.join(', ')} first.`)]
      : []),
    ...(hasSecondFactor
      ? [cameIn('second_factor', 'Keycloak asks for a code that we cannot.')]
      : []),
  ]
}

function toLine({ code, username, text }: ImportRemark): string {
  return withoutControlCharacters(`${code.padEnd(20)} ${username}: ${text}`)
}
