import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import { startRawMailServer } from '../raw-mail-server.ts'
import type { Scenario } from '../scenario.ts'

/** A mail server that takes the content, and closes the connection in place of an answer. */
export const silentMailServer: Scenario = {
  id: 'F-6',
  name: 'a mail server that takes the mail and says nothing',
  does: 'A mail server stores each mail and destroys the connection before it answers; one mail is sent.',
  holds: 'The mail is not repeated within a minute.',
  async run(rig) {
    let copies = 0
    const mailServer = await startRawMailServer(rig, (socket) => {
      copies += 1
      socket.destroy()
    })
    const { settings } = await rig.surroundings({ SMTP_URL: mailServer })
    rig.say('starting a replica')
    const gateway = await rig.gateway(settings)
    await gateway.signUp(person())
    while (copies === 0) await sleep(100)
    rig.say('the mail was taken')
    await sleep(50_000)
    rig.check(`${copies} copies in 50 seconds`, copies === 1)
  },
}
