import { eventually, person, runGatehouse } from '@gatehouse/gateway/testing'
import { createGateway, shown } from '../gateway.ts'
import { checkMoved, makeInstallation, moveCommand } from '../moved-installation.ts'
import type { Scenario } from '../scenario.ts'
import { stopAt } from '../steps.ts'

/** A gateway that starts on the target while a move begins. */
export const moveRaces: readonly Scenario[] = [
  {
    id: 'F-11d',
    name: 'a gateway writes before a move has marked its target',
    does: 'The command that moves an installation stands still between its look at the target and its mark there; a gateway starts, someone signs up, and the command goes on.',
    holds:
      'The command says that a gateway has written, and changes nothing: who signed up logs in, also after the gateway was started again.',
    async run(rig) {
      const { way, environment, onTarget } = await makeInstallation(rig, 5)
      const stopped = stopAt(way, 'create table if not exists "incoming_move"')
      const moving = runGatehouse(moveCommand, environment)
      await stopped.reached
      rig.say('a gateway starts on the target')
      const gateway = await rig.gateway(onTarget())
      const who = person()
      const made = await gateway.signUp(who)
      rig.check(`a sign-up there: ${shown(made)}`, made.status === 201)
      stopped.release()
      const { code, errors } = await moving
      const isRefused = code === 3 && /A gateway has written/.test(errors)
      rig.check(`the command: ${code} ${errors.trim()}`, isRefused)
      const entered = await gateway.logIn(who)
      rig.check(`a log-in: ${shown(entered)}`, entered.status === 200)
      await gateway.process().stop()
      await gateway.start()
      const again = await gateway.logIn(who)
      rig.check(`a log-in after another start: ${shown(again)}`, again.status === 200)
    },
  },
  {
    id: 'F-11e',
    name: 'a gateway that writes in the middle of a move',
    does: 'A gateway that starts on the target of a move stands still before its first write until the move has begun, and goes on in the middle of it.',
    holds:
      'The gateway ends and says why, and the move ends, by `--anew` where it asks for that, with everything there once.',
    async run(rig) {
      const installation = await makeInstallation(rig, 20)
      const { way, environment, onTarget, target } = installation
      const late = await rig.relayTo((await rig.lab.server()).port)
      const stopped = stopAt(late, 'insert into "key_check"')
      const starting = createGateway({ ...onTarget(late), PORT: '0' }).then(
        (gateway) => {
          rig.defer(() => gateway.process().kill())
          return 'it serves'
        },
        (error: Error) => error.message,
      )
      await stopped.reached
      rig.say('the move begins')
      way.delay(60)
      const moving = runGatehouse(moveCommand, environment)
      await eventually(
        'the first rows',
        // Until the command has made the tables there is none.
        async () => (await target.ask('select 1 from tenants').catch(() => []))[0],
        60_000,
      )
      stopped.release()
      const said = await starting
      rig.check(`the gateway: ${said.slice(-300)}`, /records are being moved there/.test(said))
      way.delay(0)
      const first = await moving
      rig.check(`the move: ${first.code} ${first.errors.slice(-200)}`, first.code !== null)
      if (first.code !== 0) {
        const anew = await runGatehouse([...moveCommand, '--anew'], environment)
        rig.check(`the move with --anew: ${anew.code} ${anew.errors.slice(-200)}`, anew.code === 0)
      }
      await checkMoved(rig, installation)
    },
  },
]
