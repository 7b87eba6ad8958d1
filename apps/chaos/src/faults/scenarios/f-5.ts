import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@gatehouse/gateway/testing'
import { letMailsWait } from '../mail-crowd.ts'
import type { Scenario } from '../scenario.ts'
import { doubled } from '../steps.ts'

/** The database is away while mails leave. */
export const mailsWithoutDatabase: Scenario = {
  id: 'F-5',
  name: 'the database is away for 45 seconds while mails leave',
  does: 'Forty mails wait; from the content of the first one on the database refuses connections for 45 seconds.',
  holds: 'One mail at most arrives twice, and all arrive.',
  async run(rig) {
    const opened = await rig.surroundings()
    const { database, databasePort, over } = opened
    const relay = await rig.relayTo(databasePort)
    rig.say('starting a replica')
    const gateway = await rig.gateway(over(relay))
    const mail = await letMailsWait(rig, opened, { gateway, count: 40 })
    await eventually('the first mail', () => mail.mails[0])
    relay.refuse(true)
    rig.say('the database is away')
    await sleep(45_000)
    const during = mail.mails.length
    relay.refuse(false)
    rig.say('the database is back')
    await eventually(
      'the last mail',
      async () => {
        await database.ask('update outbox set due_at = 0 where settled_at is null')
        await sleep(1000)
        const [row] = await database.ask(
          'select count(*) as n from outbox where settled_at is null',
        )
        return row?.n === 0 || undefined
      },
      180_000,
    )
    const { mails } = mail
    const twice = doubled(mails)
    rig.check(
      `${mails.length} mails came, ${twice} of them again, ${during} in the outage`,
      twice <= 1,
    )
    const different = new Set(mails.map(({ id }) => id)).size
    rig.check(`${different} of 40 people got theirs`, different === 40)
  },
}
