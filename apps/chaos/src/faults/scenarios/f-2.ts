import { setTimeout as sleep } from 'node:timers/promises'
import { person, runGatehouse } from '@gatehouse/gateway/testing'
import { closing, openTerminal } from '@gatehouse/proxy/testing'
import type { Scenario } from '../scenario.ts'

/** Keys that are withdrawn while a replica stops. */
export const withdrawnWhileStopping: Scenario = {
  id: 'F-2',
  name: 'keys are withdrawn while a replica stops',
  does: 'A replica with four terminals is told to stop, with 50 seconds of grace; 4 seconds later all keys are withdrawn.',
  holds:
    'Terminals of a withdrawn key end within seconds with 4403 on every replica, also on one that is being stopped.',
  async run(rig) {
    const { settings } = await rig.surroundings({
      SHUTDOWN_DELAY_SECONDS: '3',
      SHUTDOWN_GRACE_SECONDS: '50',
    })
    rig.say('starting two replicas')
    const one = await rig.gateway(settings)
    const two = await rig.gateway(settings)
    const who = person()
    await one.signUp(who)
    const token = String((await one.logIn(who)).body.token)
    const sockets = []
    for (const gateway of [one, one, one, one, two]) {
      const socket = await openTerminal(gateway, { token })
      sockets.push({ socket, end: closing(socket) })
    }
    one.process().signal('SIGTERM')
    await sleep(4000)
    const { code, errors } = await runGatehouse(['keys', 'rotate', '--now', '--yes'], settings)
    if (code !== 0) throw new Error(`keys rotate: ${errors}`)
    const withdrawnAt = performance.now()
    const ends = await Promise.all(
      sockets.map(async ({ end }) => {
        const [closeCode] = await end
        return { closeCode, seconds: (performance.now() - withdrawnAt) / 1000 }
      }),
    )
    // The keys end two seconds later; until then the stop may close some with 1012.
    const late = ends.filter(({ seconds }) => seconds > 6)
    const all = ends.map(({ closeCode, seconds }) => `${closeCode} after ${seconds.toFixed(1)} s`)
    rig.check(`closed: ${all.join(', ')}`, late.length === 0)
    const others = ends.filter(({ closeCode, seconds }) => closeCode !== 4403 && seconds > 2)
    rig.check(`closed without 4403: ${others.length}`, others.length === 0)
  },
}
