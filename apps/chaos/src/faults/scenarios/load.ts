import { person } from '@gatehouse/gateway/testing'
import { type Reply, shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'
import { checkNothingIsLeft } from '../steps.ts'

/** More sign-ups than one process can answer. */
export const overload: Scenario = {
  id: 'H-3',
  name: 'two hundred sign-ups at a time for 35 seconds',
  does: 'Two hundred clients sign up at one replica for 35 seconds, with a second replica beside it that clears up.',
  holds:
    'The replica is never taken for dead: its note does not run out, and no sign-up under way is undone.',
  isAlone: true,
  async run(rig) {
    const { database, settings } = await rig.surroundings()
    rig.say('starting two replicas')
    const one = await rig.gateway(settings)
    await rig.gateway(settings)
    const end = performance.now() + 35_000
    const replies: Reply[] = []
    const client = async () => {
      while (performance.now() < end) replies.push(await one.signUp(person()))
    }
    let least = Number.POSITIVE_INFINITY
    const watch = async () => {
      while (performance.now() < end) {
        const [row] = await database.ask('select min(alive_until) as until from replicas')
        least = Math.min(least, Number(row?.until) - Date.now())
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
    rig.say('signing up')
    await Promise.all([watch(), ...Array.from({ length: 200 }, client)])
    const kinds = [...Map.groupBy(replies, shown)].map(([kind, all]) => `${all.length} × ${kind}`)
    const areFine = replies.every(({ status }) => status === 201 || status === 503)
    rig.check(kinds.join(', '), areFine && replies.some(({ status }) => status === 201))
    rig.check(`the note that was nearest to its end had ${least} ms left`, least > 0)
    await checkNothingIsLeft(rig, database, 60)
  },
}
