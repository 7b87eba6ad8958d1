import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { clientOf, type Person, shown } from '../gateway.ts'
import { takeOlderRelease } from '../older-release.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft } from '../steps.ts'

/** Two releases at once. */
export const rollingUpgrade: Scenario = {
  id: 'H-11',
  name: 'a rolling upgrade',
  does: 'A gateway of the sources from before the last change of the tables serves, under sign-ups and logins, while one of today is started on the same database and changes them.',
  holds:
    'Both serve, each knows who signed up at the other, and an older gateway that is started afterwards names the change that it does not know, and ends.',
  needs: ['git'],
  async run(rig) {
    rig.say('taking the older sources out of the history')
    const older = await takeOlderRelease(rig)
    const { database, settings } = await rig.surroundings()
    rig.say(`starting a gateway of ${older.commit}`)
    const before = await older.start(settings)
    if (before.kind === 'ended') throw new Error(`the older one ended: ${before.output}`)
    const one = clientOf(before.url)
    const atOlder: Person[] = []
    const odd: string[] = []
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const who = person()
        const made = await one.signUp(who)
        if (made.status === 201) atOlder.push(who)
        else odd.push(shown(made))
        const entered = await one.logIn(atOlder[0] ?? who)
        if (entered.status !== 200) odd.push(shown(entered))
        await sleep(50)
      }
    }
    const clients = [client(), client()]
    await sleep(2000)
    rig.say('starting a gateway of today')
    const today = await rig.gateway(settings)
    await sleep(8000)
    const atNewer = person()
    const made = await today.signUp(atNewer)
    rig.check(`a sign-up at the newer one: ${shown(made)}`, made.status === 201)
    const across = await one.logIn(atNewer)
    rig.check(`their log-in at the older one: ${shown(across)}`, across.status === 200)
    isOver = true
    await Promise.all(clients)
    const last = atOlder.at(-1)
    const back = last && (await today.logIn(last))
    rig.check(
      `who signed up last at the older one, at the newer: ${back?.status}`,
      back?.status === 200,
    )
    rig.check(
      `${atOlder.length} sign-ups at the older one, other answers: ${[...new Set(odd)].join(', ') || 'none'}`,
      odd.every((reply) => reply.startsWith('503')) && atOlder.length > 5,
    )
    const again = await older.start(settings)
    const said = again.kind === 'ended' ? again.output.trim() : ''
    const isNamed = said.includes(older.unknownMigration)
    rig.check(`an older one that is started now: ${again.kind}, ${said.slice(0, 200)}`, isNamed)
    await before.stop()
    await checkNothingIsLeft(rig, database, 60)
  },
}
