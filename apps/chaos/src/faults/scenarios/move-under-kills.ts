import { killGatehouseWhen, runGatehouse } from '@gatehouse/gateway/testing'
import { checkMoved, makeInstallation, moveCommand } from '../moved-installation.ts'
import type { Scenario } from '../scenario.ts'

/** How many people there are to move. */
const crowd = 60

/** The move from SQLite, by a command that is killed and cut off. */
export const moveUnderKills: Scenario = {
  id: 'H-12',
  name: 'the move to PostgreSQL, under kills',
  does: 'The command that moves an installation is killed six times at random moments, and its connections are cut three times, over a slow connection; then it is run to its end.',
  holds:
    'Everything is there once: everyone logs in on PostgreSQL with the password they had, and the command finds no difference.',
  async run(rig) {
    const installation = await makeInstallation(rig, crowd)
    const { way, environment } = installation
    way.delay(60)
    for (let kill = 1; kill <= 6; kill += 1) {
      const at = performance.now() + 1500 + rig.random(5000)
      rig.say(`kill ${kill} of 6`)
      await killGatehouseWhen(moveCommand, environment, () => performance.now() > at)
    }
    for (let cut = 1; cut <= 3; cut += 1) {
      rig.say(`cut ${cut} of 3`)
      const timer = setTimeout(() => way.cut(), 2500 + rig.random(4000))
      const { code } = await runGatehouse(moveCommand, environment)
      clearTimeout(timer)
      if (code === 0) break
    }
    way.delay(0)
    rig.say('to the end')
    const last = await runGatehouse(moveCommand, environment)
    const isWhole = last.code === 0 || /is not empty/.test(last.errors)
    rig.check(`the last run: ${last.code} ${last.errors.trim().split('\n').at(-1)}`, isWhole)
    await checkMoved(rig, installation)
  },
}
