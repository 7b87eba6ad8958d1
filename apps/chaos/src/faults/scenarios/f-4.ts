import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import type { Relay } from '../../relay.ts'
import { type Gateway, type Person, type Reply, shown } from '../gateway.ts'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import { repeat, resetTokenOf, stopAt } from '../steps.ts'

const first = 'the first of the passwords'
const second = 'the second of the passwords'

interface TwoReplicas {
  readonly one: Gateway
  readonly two: Gateway
  readonly who: Person
  readonly token: string
  /** The way of the first replica to where passwords are. */
  readonly way: Relay
  /** Its way to the database. */
  readonly toRecords: Relay
}

async function openOnKeycloak(rig: Rig): Promise<TwoReplicas> {
  const keycloak = await rig.lab.keycloak()
  const way = await rig.relayTo(keycloak.port)
  const { mail, settings, databasePort, over } = await rig.surroundings()
  const toRecords = await rig.relayTo(databasePort)
  rig.say('starting two replicas on Keycloak')
  const one = await rig.gateway({ ...over(toRecords), ...keycloak.settings(way.port) })
  const two = await rig.gateway({ ...settings, ...keycloak.settings(keycloak.port) })
  await repeat(
    60,
    () => one.get('/readyz'),
    ({ status }) => status === 200,
  )
  const who = person()
  await two.signUp(who)
  return { one, two, who, way, toRecords, token: await resetTokenOf(two, mail, who) }
}

async function openOnPostgres(rig: Rig): Promise<TwoReplicas> {
  const { mail, settings, databasePort, over } = await rig.surroundings()
  const toRecords = await rig.relayTo(databasePort)
  rig.say('starting two replicas')
  const one = await rig.gateway(over(toRecords))
  const two = await rig.gateway(settings)
  const who = person()
  await two.signUp(who)
  return { one, two, who, way: toRecords, toRecords, token: await resetTokenOf(two, mail, who) }
}

const isIn = ({ status }: Reply) => status === 200

/** Checks that the password which was confirmed last is the one that opens the account. */
async function checkSecondHolds(rig: Rig, { two, who }: TwoReplicas): Promise<void> {
  const bySecond = await two.logIn(who, second)
  rig.check(`a log-in with the confirmed password: ${shown(bySecond)}`, isIn(bySecond))
  const byFirst = await two.logIn(who, first)
  rig.check(`a log-in with the one before: ${shown(byFirst)}`, byFirst.status === 401)
}

const holds =
  'A password that was confirmed with 200 is not overwritten by one that was sent before it.'

/** How long the request with the first password is held. */
async function hold(rig: Rig, until: 'given up' | 'confirmed'): Promise<void> {
  const opened = await openOnKeycloak(rig)
  const { one, two, token, way } = opened
  const stopped = stopAt(way, '/reset-password')
  const answer = one.reset(token, first)
  await stopped.reached
  rig.say('the first password is on its way')
  const given = await answer
  rig.check(`the first password: ${shown(given)}`, given.status === 503)
  await sleep(4000)
  if (until === 'given up') stopped.release()
  rig.say('the second password waits until the link works again')
  const confirmed = await repeat(120, () => two.reset(token, second), isIn)
  rig.check(`the second password: ${shown(confirmed)}`, isIn(confirmed))
  stopped.release()
  await sleep(3000)
  await checkSecondHolds(rig, opened)
}

/** A replica stands still with the lease of a link, and another process is given the same link. */
async function standStill(rig: Rig, opened: TwoReplicas, at: string): Promise<void> {
  const { one, two, token, toRecords } = opened
  const stopped = stopAt(toRecords, at)
  const answer = one.reset(token, first)
  await stopped.reached
  one.process().signal('SIGSTOP')
  rig.say('another replica is brought the link')
  const confirmed = await repeat(60, () => two.reset(token, second), isIn)
  rig.check(`the second password: ${shown(confirmed)}`, isIn(confirmed))
  one.process().signal('SIGCONT')
  stopped.release()
  const late = await answer
  rig.check(`the first password: ${shown(late)}`, late.status !== 200)
  await sleep(2000)
  await checkSecondHolds(rig, opened)
}

/** A confirmed password stays. */
export const confirmedPasswords: readonly Scenario[] = [
  {
    id: 'F-4a',
    name: 'a password that reaches Keycloak after it was given up',
    does: 'The request that sets a first password in Keycloak is held for 14 seconds; a second password is set with the same link.',
    holds,
    needs: ['keycloak'],
    run: (rig) => hold(rig, 'given up'),
  },
  {
    id: 'F-4b',
    name: 'a password, and a replica that stands still',
    does: 'A replica is stopped before it writes a first password to the local store; a second is set with the same link at another.',
    holds,
    run: async (rig) => standStill(rig, await openOnPostgres(rig), 'update "local_users"'),
  },
  {
    id: 'F-4c',
    name: 'a password that reaches Keycloak after the next one',
    does: 'The request that sets a first password in Keycloak is held until a second one, set with the same link, is confirmed.',
    holds,
    needs: ['keycloak'],
    run: (rig) => hold(rig, 'confirmed'),
  },
  {
    id: 'F-4d',
    name: 'a replica that stands still before it asks Keycloak',
    does: 'A replica is stopped between its lease of a link and its request to Keycloak; a second password is set with the same link at another.',
    holds,
    needs: ['keycloak'],
    run: async (rig) => standStill(rig, await openOnKeycloak(rig), 'from "realm_accounts"'),
  },
]
