import type { Tenant } from '@gatehouse/auth-core'
import { isImported } from '@gatehouse/auth-core/operator'
import {
  compareRealm,
  type ExpectedRealm,
  newRealmSecrets,
  type RealmDifference,
} from '@gatehouse/keycloak'
import { checkPeople, toFormerUser } from './check-people.ts'
import { type Finding, isShould } from './finding.ts'
import { listAccounts } from './list-records.ts'
import type { KeycloakSite, Tally } from './site.ts'

/** Compares the realm of an organization, and everybody in it, with our records. */
export async function* checkRealm(
  site: KeycloakSite,
  tenant: Tenant,
  tally: Tally,
): AsyncGenerator<Finding> {
  const { id: realm, name, reservation } = tenant
  const keys = await site.realmAccounts.find(reservation)
  const kind = isImported(tenant) ? 'guest' : 'ours'
  const secrets = keys?.secrets ?? newRealmSecrets()
  const expected: ExpectedRealm = { kind, realm, name, reservation, secrets }
  const view = await site.operator.readRealm(realm)
  if (!view) {
    for await (const _ of listAccounts(site.ports.store, realm)) tally.accounts += 1
    yield missing(site, expected)
    return
  }
  const differences = compareRealm(view, expected)
  yield* keys?.status === 'live'
    ? differences.map((difference) => toFinding(site, expected, difference))
    : checkKeyless(site, expected, differences)
  // Without the mark it is somebody else's realm, and so are its people.
  if (differences.some(({ code }) => code === 'realm_mark')) return
  if (keys?.status === 'live') yield* checkAccount(site, expected, differences)
  yield* checkPeople(site, expected, tally)
}

function missing(site: KeycloakSite, expected: ExpectedRealm): Finding {
  const { realm, kind } = expected
  const text = 'its realm is gone from Keycloak: nobody of it can sign in'
  const found = { code: 'realm_missing', where: realm, about: '', text } as const
  // What a realm of another's making was like is not on record.
  if (kind === 'guest') return { ...found, text: `${text}. Restore it from a backup of Keycloak.` }
  return { ...found, repair: () => makeAgain(site, expected) }
}

async function makeAgain(site: KeycloakSite, expected: ExpectedRealm): Promise<void> {
  await noteKeys(site, expected)
  const people = []
  for await (const account of listAccounts(site.ports.store, expected.realm)) {
    people.push(toFormerUser(account))
  }
  await site.operator.remakeRealm(expected, people)
}

/** The secrets come first, so that no realm can have ones that nobody knows. */
async function noteKeys(
  { ports, realmAccounts }: KeycloakSite,
  { realm, reservation, secrets }: ExpectedRealm,
): Promise<void> {
  const since = ports.clock.now()
  await realmAccounts.add({ reservation, realm, secrets, since, status: 'live' })
  await realmAccounts.mark(reservation, 'live', since)
}

/** The secrets of our clients are judged once there are some on record. */
function checkKeyless(
  site: KeycloakSite,
  expected: ExpectedRealm,
  differences: readonly RealmDifference[],
): readonly Finding[] {
  const isOfKeys = ({ code }: RealmDifference) =>
    code === 'client_secret' || code === 'client_missing'
  const others = differences.filter((difference) => !isOfKeys(difference))
  const found = others.map((difference) => toFinding(site, expected, difference))
  if (others.some(({ code }) => code === 'realm_mark')) return found
  const keysMissing: Finding = {
    code: 'keys_missing',
    where: expected.realm,
    about: '',
    text: 'the secrets of our clients in it are not on record',
    async repair() {
      await noteKeys(site, expected)
      for (const difference of differences.filter(isOfKeys)) {
        await site.operator.mendRealm(expected, difference)
      }
    },
  }
  return [keysMissing, ...found]
}

function toFinding(
  site: KeycloakSite,
  expected: ExpectedRealm,
  difference: RealmDifference,
): Finding {
  const { code, about, is, should } = difference
  return {
    code,
    where: expected.realm,
    about,
    text: isShould(is, should),
    repair: () => site.operator.mendRealm(expected, difference),
  }
}

/** Whether Keycloak takes our clients, where nothing explains that it does not. */
async function* checkAccount(
  { operator }: KeycloakSite,
  { realm, secrets }: ExpectedRealm,
  differences: readonly RealmDifference[],
): AsyncGenerator<Finding> {
  const explains = ({ code }: RealmDifference) =>
    code === 'realm_disabled' || code === 'account_roles' || code.startsWith('client')
  if (differences.some(explains) || (await operator.tryAccount(realm, secrets))) return
  const text = 'Keycloak does not take our clients, and all of their settings are right'
  yield { code: 'account_refused', where: realm, about: '', text }
}
