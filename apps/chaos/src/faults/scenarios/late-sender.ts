import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, person } from '@gatehouse/gateway/testing'
import { startRawMailServer } from '../raw-mail-server.ts'
import type { Scenario } from '../scenario.ts'
import { untilRow } from '../steps.ts'

/** A process that notes a failed mail which another has leased by then. */
export const lateSender: Scenario = {
  id: 'F-11c',
  name: 'a late process notes a failure of a mail that another has',
  does: 'A replica stands still while it hands a mail over, until another has leased the mail and hands it over; it goes on, and its own hand-over has failed.',
  holds:
    'What it notes changes nothing: the lease stays that of the other, which notes the mail as sent.',
  async run(rig) {
    const contents: Socket[] = []
    const mailServer = await startRawMailServer(rig, (socket) => contents.push(socket))
    const opened = await rig.surroundings({ SMTP_URL: mailServer })
    const { database, databasePort, settings, over } = opened
    const relay = await rig.relayTo(databasePort)
    rig.say('starting a replica')
    const late = await rig.gateway(over(relay))
    await late.signUp(person())
    await eventually('the content', () => contents[0], 30_000)
    late.process().signal('SIGSTOP')
    rig.say('another takes the mail over')
    await rig.gateway(settings)
    const second = await eventually('the content again', () => contents[1], 180_000)
    const read = async () =>
      JSON.stringify(await database.ask('select attempts, due_at, leased_until from outbox'))
    const before = await read()
    let hasNoted = false
    relay.choose((piece) => {
      hasNoted ||= piece.includes('update "outbox" set "attempts"')
      return 'pass'
    })
    late.process().signal('SIGCONT')
    rig.say('the first goes on')
    await eventually('its note', () => hasNoted || undefined, 12_000)
    await sleep(1000)
    const after = await read()
    rig.check(`the mail before its note: ${before}, after it: ${after}`, before === after)
    second.write('250 taken\r\n')
    const row = await untilRow(
      'the end of the mail',
      database,
      'select reason from outbox where settled_at is not null',
    )
    rig.check(`the mail is settled, the reason is ${row.reason}`, row.reason === null)
    rig.check(`it came ${contents.length} times`, contents.length === 2)
  },
}
