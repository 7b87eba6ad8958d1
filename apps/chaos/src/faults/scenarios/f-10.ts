import { setTimeout as sleep } from 'node:timers/promises'
import { person, runGatehouse } from '@gatehouse/gateway/testing'
import { shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'

/** Withdrawn keys, and a replica that stood still. */
export const stoodStill: Scenario = {
  id: 'F-10',
  name: 'withdrawn keys, and a replica that stood still',
  does: 'A replica is stopped, all keys are withdrawn, and twenty requests with the old token wait at its socket when it goes on.',
  holds: 'None of them is answered 200.',
  async run(rig) {
    const { settings } = await rig.surroundings()
    rig.say('starting a replica')
    const gateway = await rig.gateway(settings)
    const who = person()
    await gateway.signUp(who)
    const token = String((await gateway.logIn(who)).body.token)
    const before = await gateway.get('/api/machines', token)
    rig.check(`the token before: ${shown(before)}`, before.status === 200)
    gateway.process().signal('SIGSTOP')
    const { code, errors } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], settings)
    if (code !== 0) throw new Error(`keys rotate: ${errors}`)
    await sleep(10_000)
    const waiting = Array.from({ length: 20 }, () => gateway.get('/api/machines', token))
    await sleep(1000)
    gateway.process().signal('SIGCONT')
    const replies = await Promise.all(waiting)
    const kinds = Map.groupBy(replies, shown)
    const seen = [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ')
    rig.check(
      `the token after: ${seen}`,
      replies.every(({ status }) => status === 401),
    )
  },
}
