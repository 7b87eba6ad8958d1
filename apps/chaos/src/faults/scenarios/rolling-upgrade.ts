import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, person } from '@gatehouse/gateway/testing'
import { clientOf, type Person, type Reply, shown } from '../gateway.ts'
import { takeOlderRelease } from '../older-release.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft } from '../steps.ts'

const none: Reply = { status: 0, code: '', body: {} }

/** Two releases at once. */
export const rollingUpgrade: Scenario = {
  id: 'H-11',
  name: 'a rolling upgrade',
  does: 'A gateway of the sources from before the last change of the tables serves, under sign-ups and logins, while one of today is started on the same database and changes them.',
  holds:
    'Both serve without a refusal, each knows everyone who signed up at the other, and an older gateway that is started afterwards names the change that it does not know, and ends.',
  needs: ['git'],
  async run(rig) {
    rig.say('taking the older sources out of the history')
    const older = await takeOlderRelease(rig)
    const { database, settings } = await rig.surroundings()
    rig.say(`starting a gateway of ${older.commit}`)
    const before = await older.start(settings)
    if (before.kind === 'ended') throw new Error(`the older one ended: ${before.output}`)
    const one = clientOf(before.url)
    const replicas = [one]
    const made: Person[] = []
    const odd: string[] = []
    let isOver = false
    const anyOf = <Item>(items: readonly Item[]) => items[rig.random(items.length)]
    const client = async () => {
      while (!isOver) {
        const who = person()
        const signedUp = await anyOf(replicas)?.signUp(who)
        if (signedUp?.status === 201) made.push(who)
        else odd.push(shown(signedUp ?? none))
        const entered = await anyOf(replicas)?.logIn(anyOf(made) ?? who)
        if (entered?.status !== 200) odd.push(shown(entered ?? none))
        await sleep(50)
      }
    }
    const clients = [client(), client()]
    await sleep(2000)
    rig.say('starting a gateway of today')
    const today = await rig.gateway(settings)
    const atOlder = made.length
    replicas.push(today)
    await eventually('twenty more', () => made.length > atOlder + 20 || undefined, 120_000)
    isOver = true
    await Promise.all(clients)
    rig.check(
      `${atOlder} sign-ups before, ${made.length - atOlder} at both, other answers: ${[...new Set(odd)].join(', ') || 'none'}`,
      odd.length === 0 && atOlder > 2,
    )
    for (const [name, replica] of [
      ['older', one],
      ['newer', today],
    ] as const) {
      const lost: string[] = []
      for (const who of made) {
        const entered = await replica.logIn(who)
        if (entered.status !== 200) lost.push(shown(entered))
      }
      rig.check(`cannot log in at the ${name} one: ${lost.join(', ') || 'none'}`, lost.length === 0)
    }
    const again = await older.start(settings)
    const said = again.kind === 'ended' ? again.output.trim() : ''
    const isNamed = said.includes(older.unknownMigration)
    rig.check(`an older one that is started now: ${again.kind}, ${said.slice(0, 200)}`, isNamed)
    await before.stop()
    await checkNothingIsLeft(rig, database, 60)
  },
}
