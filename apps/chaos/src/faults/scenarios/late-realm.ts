import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'
import { repeat, stopAt } from '../steps.ts'

/** Keycloak makes a realm after the gateway has given it up. */
export const lateRealm: Scenario = {
  id: 'H-6',
  name: 'Keycloak makes a realm after it was given up',
  does: 'The request that makes a realm is held until the gateway has given it up; the realm appears, and the sign-up is sent again.',
  holds: 'The repeated sign-up succeeds, in one realm with one live account.',
  needs: ['keycloak'],
  async run(rig) {
    const keycloak = await rig.lab.keycloak()
    const way = await rig.relayTo(keycloak.port)
    const { database, settings } = await rig.surroundings({ KEYCLOAK_REALM_TIMEOUT_SECONDS: '20' })
    rig.say('starting a replica on Keycloak')
    const patience = { KEYCLOAK_REALM_TIMEOUT_SECONDS: '20' }
    const gateway = await rig.gateway({ ...settings, ...keycloak.settings(way.port), ...patience })
    await repeat(
      60,
      () => gateway.get('/readyz'),
      ({ status }) => status === 200,
    )
    const who = person()
    const stopped = stopAt(way, 'POST /admin/realms')
    rig.say('the realm is not made')
    const given = await gateway.signUp(who)
    rig.check(`the sign-up: ${shown(given)}`, given.status === 503)
    stopped.release()
    await sleep(8000)
    const again = await repeat(
      60,
      () => gateway.signUp(who),
      ({ status }) => status === 201,
    )
    rig.check(`the same again: ${shown(again)}`, again.status === 201)
    const entered = await gateway.logIn(who)
    rig.check(`a log-in: ${shown(entered)}`, entered.status === 200)
    const rows = await database.ask(
      `select a.standing from realm_accounts as a where a.reservation <> 'nobody' and a.standing = 'live'`,
    )
    rig.check(`live accounts of realms: ${rows.length}`, rows.length === 1)
  },
}
