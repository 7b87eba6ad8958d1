import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Rig } from './rig.ts'

/**
 * Starts a mail server that takes every mail up to the end of its content.
 *
 * @param onContent Called with the connection when the content has come: it owes the answer.
 * @returns Its address.
 */
export async function startRawMailServer(
  rig: Rig,
  onContent: (socket: Socket) => void,
): Promise<string> {
  const server = createServer((socket) => {
    // It comes in any pieces; `undefined` between mails.
    let content: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const text = data.toString()
      if (content !== undefined) {
        content += text
        if (!content.endsWith('\r\n.\r\n')) return
        content = undefined
        onContent(socket)
      } else if (/^data/i.test(text)) {
        content = ''
        socket.write('354 go on\r\n')
      } else if (/^quit/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  rig.defer(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
