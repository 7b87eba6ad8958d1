import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { aheadBy } from '@gatehouse/test-services'
import { type Reply, shown } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'
import { repeat } from '../steps.ts'

const readiness = '/readyz?exclude=mail&exclude=credential_store'

const clockOf = ({ body }: Reply) => Object(body.checks).clock as unknown

/** Clocks that are wrong. */
export const wrongClocks: readonly Scenario[] = [
  {
    id: 'F-8',
    name: 'clocks that are wrong by 3 and by 12 seconds',
    does: 'Replicas are started whose clocks are ahead by 3 and by 12 seconds, and behind by 12.',
    holds: 'From 2 seconds on a replica warns, and from 5 on it is not ready and names its clock.',
    needs: ['faketime'],
    async run(rig) {
      const { settings } = await rig.surroundings()
      for (const [seconds, status] of [
        [3, 200],
        [12, 503],
        [-12, 503],
      ] as const) {
        rig.say(`starting a replica that is ${seconds} seconds ahead`)
        const gateway = await rig.gateway({ ...settings, ...aheadBy(seconds) })
        const warning = /differs from the database's/
        const hasWarned = () => gateway.process().output.some((line) => warning.test(line))
        // It is ready before it has compared the clocks for the first time.
        const ready = await repeat(
          30,
          () => gateway.get(readiness),
          (now) => now.status === status && hasWarned(),
        )
        const seen = `ahead by ${seconds} s: ${shown(ready)}, clock ${clockOf(ready)}`
        const isNamed = clockOf(ready) === (status === 200 ? 'ok' : 'unavailable')
        rig.check(
          `${seen}, warned: ${hasWarned()}`,
          ready.status === status && isNamed && hasWarned(),
        )
        await gateway.process().kill()
      }
    },
  },
  {
    id: 'H-8',
    name: 'tokens of a right clock at one that is ahead',
    does: 'A replica signs tokens; two others, ahead by 30 and by 120 seconds, are shown them.',
    holds: 'A token of a replica with the right clock is good at one whose clock is ahead.',
    needs: ['faketime'],
    async run(rig) {
      const { settings } = await rig.surroundings()
      rig.say('starting three replicas')
      const one = await rig.gateway(settings)
      const who = person()
      await one.signUp(who)
      for (const seconds of [30, 120]) {
        const other = await rig.gateway({ ...settings, ...aheadBy(seconds) })
        await sleep(3000)
        const token = String((await one.logIn(who)).body.token)
        const used = await other.get('/api/machines', token)
        rig.check(`at one that is ${seconds} s ahead: ${shown(used)}`, used.status === 200)
      }
    },
  },
]
