import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from '@jest/globals'
import { WebSocket, WebSocketServer } from 'ws'
import { joinTerminal } from './join-terminal.ts'

const chunk = Buffer.alloc(64 * 1024)
const chunksOf64MiB = 1024

let server: WebSocketServer
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

it('makes the shell wait while the client does not read, and loses nothing', async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  // A TCP server that listens has an address object.
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
  await once(client, 'open')
  const [socket] = (await accepted) as [WebSocket]

  const shell = createEndlessShell()
  joinTerminal(socket, shell)
  client.pause()
  const sentBeforePause = shell.run()
  expect(sentBeforePause).toBeLessThan(chunksOf64MiB)

  let received = 0
  const all = new Promise<void>((resolve) => {
    client.on('message', (data: Buffer) => {
      received += data.length
      if (received === chunksOf64MiB * chunk.length) resolve()
    })
  })
  client.resume()
  await all

  client.terminate()
  await shell.killed
})

/** A shell that has 64 MiB to say and stops talking when it is paused. */
function createEndlessShell() {
  let say: (bytes: Buffer) => void = () => undefined
  let paused = false
  let sent = 0
  const killed = Promise.withResolvers<void>()
  const run = () => {
    while (!paused && sent < chunksOf64MiB) {
      sent += 1
      say(chunk)
    }
    return sent
  }
  return {
    pid: 0,
    run,
    killed: killed.promise,
    onOutput: (listener: (bytes: Buffer) => void) => {
      say = listener
    },
    onExit: () => undefined,
    write: () => 0,
    resize: () => undefined,
    pause: () => {
      paused = true
    },
    resume: () => {
      paused = false
      queueMicrotask(run)
    },
    kill: () => killed.resolve(),
  }
}
