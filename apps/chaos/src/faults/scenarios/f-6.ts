import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import type { Rig } from '../rig.ts'
import type { Scenario } from '../scenario.ts'

/** A mail server that takes the content, and closes the connection in place of an answer. */
export const silentMailServer: Scenario = {
  id: 'F-6',
  name: 'a mail server that takes the mail and says nothing',
  does: 'A mail server stores each mail and destroys the connection before it answers; one mail is sent.',
  holds: 'The mail is not repeated within a minute.',
  async run(rig) {
    const { port, copies } = await startSilentServer(rig)
    const { settings } = await rig.surroundings({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    rig.say('starting a replica')
    const gateway = await rig.gateway(settings)
    await gateway.signUp(person())
    while (copies() === 0) await sleep(100)
    rig.say('the mail was taken')
    await sleep(50_000)
    rig.check(`${copies()} copies in 50 seconds`, copies() === 1)
  },
}

async function startSilentServer(rig: Rig) {
  let copies = 0
  const server = createServer((socket) => {
    let isContent = false
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const text = data.toString()
      if (isContent) {
        if (!text.includes('\r\n.\r\n')) return
        copies += 1
        socket.destroy()
      } else if (/^data/i.test(text)) {
        isContent = true
        socket.write('354 go on\r\n')
      } else if (/^quit/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  rig.defer(() => server.close())
  return { port: (server.address() as AddressInfo).port, copies: () => copies }
}
