import type { Tenant } from '@gatehouse/auth-core'
import { compareRealm, type ExpectedRealm, type RealmDifference } from '@gatehouse/keycloak'
import { readExpectedRealm, recordSecrets } from '../records/expected-realm.ts'
import type { KeycloakDeployment } from '../records/open-deployment.ts'
import { checkPeople, toFormerUser } from './check-people.ts'
import { type Finding, isShould } from './finding.ts'
import { listAccounts } from './list-records.ts'
import type { Tally } from './tally.ts'

/** Compares the realm of an organization, and its users, with our records. */
export async function* checkRealm(
  deployment: KeycloakDeployment,
  tenant: Tenant,
  tally: Tally,
): AsyncGenerator<Finding> {
  const realm = tenant.id
  const { expected, isLive } = await readExpectedRealm(deployment, tenant)
  const view = await deployment.keycloak.operator.readRealm(realm)
  if (!view) {
    for await (const _ of listAccounts(deployment.ports.store, realm)) tally.accounts += 1
    yield missing(deployment, expected)
    return
  }
  const differences = compareRealm(view, expected)
  yield* isLive
    ? differences.map((difference) => toFinding(deployment, expected, difference))
    : checkKeyless(deployment, expected, differences)
  // Without the mark it is not our realm, and its users are not ours.
  if (differences.some(({ code }) => code === 'realm_mark')) return
  if (isLive) yield* checkAccount(deployment, expected, differences)
  yield* checkPeople(deployment, expected, tally)
}

function missing(deployment: KeycloakDeployment, expected: ExpectedRealm): Finding {
  const { realm, kind } = expected
  const text = 'its realm is gone from Keycloak: nobody of it can sign in'
  const found = { code: 'realm_missing', where: realm, about: '', text } as const
  // Our records do not have the settings of a realm that was made by others.
  if (kind === 'guest') return { ...found, text: `${text}. Restore it from a backup of Keycloak.` }
  return { ...found, repair: () => makeAgain(deployment, expected) }
}

async function makeAgain(deployment: KeycloakDeployment, expected: ExpectedRealm): Promise<void> {
  await recordSecrets(deployment, expected)
  const people = []
  for await (const account of listAccounts(deployment.ports.store, expected.realm)) {
    people.push(toFormerUser(account))
  }
  await deployment.keycloak.operator.remakeRealm(expected, people)
}

/** The secrets of our clients are checked once there are some on record. */
function checkKeyless(
  deployment: KeycloakDeployment,
  expected: ExpectedRealm,
  differences: readonly RealmDifference[],
): readonly Finding[] {
  const isOfKeys = ({ code }: RealmDifference) =>
    code === 'client_secret' || code === 'client_missing'
  const others = differences.filter((difference) => !isOfKeys(difference))
  const found = others.map((difference) => toFinding(deployment, expected, difference))
  if (others.some(({ code }) => code === 'realm_mark')) return found
  const keysMissing: Finding = {
    code: 'keys_missing',
    where: expected.realm,
    about: '',
    text: 'the secrets of our clients in it are not on record',
    async repair() {
      await recordSecrets(deployment, expected)
      for (const difference of differences.filter(isOfKeys)) {
        await deployment.keycloak.operator.mendRealm(expected, difference)
      }
    },
  }
  return [keysMissing, ...found]
}

function toFinding(
  deployment: KeycloakDeployment,
  expected: ExpectedRealm,
  difference: RealmDifference,
): Finding {
  const { code, about, is, should } = difference
  return {
    code,
    where: expected.realm,
    about,
    text: isShould(is, should),
    repair: () => deployment.keycloak.operator.mendRealm(expected, difference),
  }
}

/** Checks that Keycloak accepts our clients, unless another finding explains why not. */
async function* checkAccount(
  { keycloak: { operator } }: KeycloakDeployment,
  { realm, secrets }: ExpectedRealm,
  differences: readonly RealmDifference[],
): AsyncGenerator<Finding> {
  const explains = ({ code }: RealmDifference) =>
    code === 'realm_disabled' || code === 'account_roles' || code.startsWith('client')
  if (differences.some(explains) || (await operator.tryAccount(realm, secrets))) return
  const text = 'Keycloak does not take our clients, and all of their settings are right'
  yield { code: 'account_refused', where: realm, about: '', text }
}
