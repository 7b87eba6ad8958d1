import { isYoungRealm } from '@gatehouse/keycloak'
import type { Finding } from './finding.ts'
import type { KeycloakSite, Tally } from './site.ts'

type Site = Pick<KeycloakSite, 'clientId' | 'operator' | 'removeRealm'> & {
  readonly ports: Pick<KeycloakSite['ports'], 'clock' | 'store'>
  readonly realmAccounts: Pick<KeycloakSite['realmAccounts'], 'find'>
}

/** The sign-up of the realm without people. */
const nobody = 'nobody'

/** Looks for realms that we made and that no organization on record has. */
export async function* checkOrphans(site: Site, tally: Tally): AsyncGenerator<Finding> {
  const { clientId, operator, ports, realmAccounts } = site
  const ofNobody = await realmAccounts.find(nobody)
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
    yield await toFinding(site, realm)
  }
}

async function toFinding(site: Site, realm: string): Promise<Finding> {
  const people = await site.operator.countUsers(realm)
  const found = { code: 'realm_orphan', where: realm, about: '' } as const
  const text = 'we made the realm, and no organization on record has it'
  const repair = () => remove(site, realm, people)
  if (people === 0) return { ...found, text: `${text}; nobody is in it`, repair }
  const who = people === 1 ? '1 person is in it' : `${people} people are in it`
  if (site.removeRealm === realm) return { ...found, text: `${text}; ${who}`, repair }
  const ways = `\`gatehouse keycloak import --realm ${realm}\` brings it back, \`--remove-realm ${realm}\` gives it up`
  return { ...found, text: `${text}; ${who}: ${ways}` }
}

/** Looks again: somebody may have come since. */
async function remove({ operator, ports }: Site, realm: string, people: number): Promise<void> {
  const tenant = await ports.store.transaction((tx) => tx.tenants.find(realm))
  if (tenant || (await operator.countUsers(realm)) !== people) {
    throw new Error('it has changed meanwhile')
  }
  await operator.removeRealm(realm)
}
