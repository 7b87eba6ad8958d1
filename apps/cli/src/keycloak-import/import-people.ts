import type { Tenant } from '@gatehouse/auth-core'
import { type ImportedUser, importAccounts, type UserToImport } from '@gatehouse/auth-core/operator'
import type { RealmUser } from '@gatehouse/keycloak'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { withoutControlCharacters } from '../console/without-control-characters.ts'
import type { KeycloakDeployment } from '../records/open-deployment.ts'

/** How people come in. */
export interface PeopleImport {
  /** The organization, on record by now unless `dryRun` is set. */
  readonly tenant: Tenant
  /** Those who become `company_admin`, by their identifiers in Keycloak. */
  readonly admins: ReadonlySet<string>
  /** How many there are, for the progress. */
  readonly people: number
  /** Counts, and makes no account. */
  readonly dryRun: boolean
}

/** What became of the users of a realm. It grows. */
export interface ImportTally {
  /** Accounts that were made, or would be. */
  imported: number
  /** Those of them that are `company_admin`. */
  admins: number
  /** Users who had an account before. */
  known: number
  /** Users who cannot have one. */
  leftOut: number
}

/** Makes accounts for the users of a realm, a page in a transaction. Goes on where it was killed. */
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

/** A user who has an account stays as they are. */
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

/** So many questions to Keycloak are under way at a time. */
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

/** What is worth telling of a user: why they are left out, or cannot sign in. */
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
