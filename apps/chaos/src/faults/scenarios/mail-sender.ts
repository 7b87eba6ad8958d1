import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@gatehouse/gateway/testing'
import { letMailsWait } from '../mail-crowd.ts'
import type { Scenario } from '../scenario.ts'
import { doubled } from '../steps.ts'

/** The process that sends mails stands still. */
export const stoppedSender: Scenario = {
  id: 'H-2',
  name: 'the process that sends mails stands still',
  does: 'Forty mails wait; the replica that sends them is stopped for 75 seconds in the middle, another takes over, and the first goes on.',
  holds: 'All mails arrive, at most one of them twice.',
  async run(rig) {
    const opened = await rig.surroundings()
    const { database, settings } = opened
    rig.say('starting a replica')
    const one = await rig.gateway(settings)
    const mail = await letMailsWait(rig, opened, { gateway: one, count: 40 })
    await eventually('some mails', () => mail.mails[4])
    one.process().signal('SIGSTOP')
    rig.say('another replica takes over')
    await rig.gateway(settings)
    await sleep(75_000)
    one.process().signal('SIGCONT')
    rig.say('the first goes on')
    await eventually(
      'the last mail',
      async () => {
        const [row] = await database.ask(
          'select count(*) as n from outbox where settled_at is null',
        )
        return row?.n === 0 || undefined
      },
      120_000,
    )
    const twice = doubled(mail.mails)
    const different = mail.mails.length - twice
    rig.check(`${different} of 40 arrived, ${twice} twice`, different === 40 && twice <= 1)
  },
}
