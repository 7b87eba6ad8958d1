import { person, runGatehouse } from '@gatehouse/gateway/testing'
import { closing, openTerminal } from '@gatehouse/proxy/testing'
import type { Gateway } from '../gateway.ts'
import type { Scenario } from '../scenario.ts'

/** How a terminal ended, and when. */
interface End {
  readonly code: number
  /** As `performance.now()` has it. */
  readonly at: number
}

/** Keys that are withdrawn while a replica stops. */
export const withdrawnWhileStopping: Scenario = {
  id: 'F-2',
  name: 'keys are withdrawn while a replica stops',
  does: 'A replica with four terminals is told to stop, with 300 seconds of grace; when it has closed the first of them, all keys are withdrawn.',
  holds:
    'Each of the others ends with 4403, no more than two seconds after a terminal at a replica that is not being stopped.',
  async run(rig) {
    const { settings } = await rig.surroundings({
      SHUTDOWN_DELAY_SECONDS: '3',
      // A stop spreads what it closes over this time: the second terminal would come after a minute.
      SHUTDOWN_GRACE_SECONDS: '300',
    })
    rig.say('starting two replicas')
    const one = await rig.gateway(settings)
    const two = await rig.gateway(settings)
    const who = person()
    await one.signUp(who)
    const token = String((await one.logIn(who)).body.token)
    const open = async (gateway: Gateway) => {
      const end = closing(await openTerminal(gateway, { token }))
      return { end: end.then(([code]): End => ({ code, at: performance.now() })) }
    }
    const first = await open(one)
    const others = [await open(one), await open(one), await open(one)]
    const elsewhere = await open(two)
    rig.say('one stops')
    one.process().signal('SIGTERM')
    const { code: restart } = await first.end
    rig.check(`the first, closed by the stop: ${restart}`, restart === 1012)
    rig.say('the keys are withdrawn')
    const { code, errors } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], settings)
    if (code !== 0) throw new Error(`keys rotate: ${errors}`)
    const running = await elsewhere.end
    rig.check(`the one at the replica that goes on: ${running.code}`, running.code === 4403)
    for (const { end } of others) {
      const { code: closed, at } = await end
      const seconds = (at - running.at) / 1000
      const seen = `at the one that stops: ${closed}, ${seconds.toFixed(1)} s after that`
      rig.check(seen, closed === 4403 && seconds < 2)
    }
  },
}
