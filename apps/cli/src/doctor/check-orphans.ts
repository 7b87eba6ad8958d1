import { decoyReservation, isYoungRealm, type RealmAccounts } from '@gatehouse/keycloak'
import type { KeycloakAccess, KeycloakDeployment } from '../records/open-deployment.ts'
import type { Finding } from './finding.ts'
import type { Tally } from './tally.ts'

/** The parts of a deployment that this check reads. */
type RealmsDeployment = Pick<KeycloakDeployment, 'ports'> & {
  readonly keycloak: Pick<KeycloakAccess, 'clientId' | 'operator'> & {
    readonly realmAccounts: Pick<RealmAccounts, 'find'>
  }
}

/** The repairs that are allowed. */
interface OrphansOptions {
  /** The orphan realm that may be removed with the people in it. */
  readonly removeRealm: string | undefined
}

/** Finds realms that we created and that belong to no organization. */
export async function* checkOrphans(
  deployment: RealmsDeployment,
  tally: Tally,
  options: OrphansOptions,
): AsyncGenerator<Finding> {
  const { ports } = deployment
  const { clientId, operator, realmAccounts } = deployment.keycloak
  const ofNobody = await realmAccounts.find(decoyReservation)
  for (const realm of await operator.listMadeRealms(clientId)) {
    if (realm === ofNobody?.realm) continue
    if (await ports.store.transaction((tx) => tx.tenants.find(realm))) continue
    const view = await operator.readRealm(realm)
    if (!view) continue
    if (isYoungRealm(view, ports.clock.now())) {
      tally.notes.push(
        `${realm} was made within the last hour and has no organization on record: it may be a sign-up that is under way, and was left alone.`,
      )
      continue
    }
    yield await toFinding(deployment, realm, options)
  }
}

async function toFinding(
  deployment: RealmsDeployment,
  realm: string,
  { removeRealm }: OrphansOptions,
): Promise<Finding> {
  const people = await deployment.keycloak.operator.countUsers(realm)
  const found = { code: 'realm_orphan', where: realm, about: '' } as const
  const text = 'we made the realm, and no organization on record has it'
  const repair = () => remove(deployment, realm, people)
  if (people === 0) return { ...found, text: `${text}; nobody is in it`, repair }
  const who = people === 1 ? '1 person is in it' : `${people} people are in it`
  if (removeRealm === realm) return { ...found, text: `${text}; ${who}`, repair }
  const ways = `\`gatehouse keycloak import --realm ${realm}\` brings it back, \`--remove-realm ${realm}\` gives it up`
  return { ...found, text: `${text}; ${who}: ${ways}` }
}

/** Checks again before removing, because a person may have joined since. */
async function remove(
  { keycloak: { operator }, ports }: RealmsDeployment,
  realm: string,
  people: number,
): Promise<void> {
  const tenant = await ports.store.transaction((tx) => tx.tenants.find(realm))
  if (tenant || (await operator.countUsers(realm)) !== people) {
    throw new Error('it has changed meanwhile')
  }
  await operator.removeRealm(realm)
}
