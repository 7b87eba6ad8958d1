import type { Tenant } from '@gatehouse/auth-core'
import { type ImportedUser, importAccounts, type UserToImport } from '@gatehouse/auth-core/operator'
import type { RealmUser } from '@gatehouse/keycloak'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { withoutControlCharacters } from '../console/without-control-characters.ts'
import type { KeycloakDeployment } from '../records/open-deployment.ts'

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
}

/**
 * Creates accounts for the users of a realm, one page in each transaction. Continues after an interruption.
 */
export async function importPeople(
  deployment: KeycloakDeployment,
  request: PeopleImport,
  console: Pick<Console, 'print' | 'progress'>,
): Promise<ImportTally> {
  const { tenant, people, dryRun } = request
  const { operator } = deployment.keycloak
  const tally: ImportTally = { imported: 0, admins: 0, known: 0, leftOut: 0 }
  const planned = { usernames: new Set<string>(), emails: new Map<string, string>() }
  const hasGroups = await operator.hasGroups(tenant.id)
  let seen = 0
  for await (const page of operator.listUsers(tenant.id)) {
    const strangers = await withoutKnown(deployment, tenant, page)
    tally.known += page.length - strangers.length
    const users = await readUsers(deployment, request, { strangers, hasGroups })
    const outcomes = await importAccounts(deployment.ports, { tenant, users, dryRun, planned })
    for (const outcome of outcomes) count(tally, outcome)
    console.print(...outcomes.flatMap((outcome, index) => toLines(outcome, strangers[index])))
    seen += page.length
    console.progress(`${seen.toLocaleString('en')} of ${counted(people, 'user')}`)
  }
  return tally
}

/** The users without an account: existing accounts stay as they are. */
async function withoutKnown(
  { ports }: KeycloakDeployment,
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
  { keycloak: { operator } }: KeycloakDeployment,
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

/** The lines about a user: why they are left out, or cannot sign in. */
function toLines(
  { outcome, reason, user }: ImportedUser,
  stranger: RealmUser | undefined,
): readonly string[] {
  if (outcome === 'known') return []
  if (outcome !== 'imported') {
    return [toLine(outcome, user, reason ?? 'There is no email address, which is signed in with.')]
  }
  const { requiredActions = [], hasSecondFactor = false } = stranger ?? {}
  return [
    ...(user.enabled ? [] : [toLine('disabled', user, 'Came in, and is kept out as in Keycloak.')]),
    ...(requiredActions.length > 0
      ? [
          toLine(
            'required_action',
            user,
            `Came in, and has to ${requiredActions.join(', ')} first.`,
          ),
        ]
      : []),
    ...(hasSecondFactor
      ? [toLine('second_factor', user, 'Came in, and Keycloak asks for a code that we cannot.')]
      : []),
  ]
}

function toLine(code: string, { username }: UserToImport, reason: string): string {
  return withoutControlCharacters(`${code.padEnd(20)} ${username}: ${reason}`)
}
