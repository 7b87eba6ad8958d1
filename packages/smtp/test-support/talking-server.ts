import type { Socket } from 'node:net'
import { openRawServer, speakSmtp } from './raw-server.ts'

/** A mail server that records what it is told, and answers as the test says. */
export interface TalkingServer {
  readonly url: string
  /** The commands of all connections, without their arguments, and `end of data`. */
  readonly commands: readonly string[]
  /** Every line of content that came. */
  readonly content: readonly string[]
  /** How many connections are open. */
  openConnections(): number
  /** Sends a text over all of them. */
  say(text: string): void
  /** Closes all of them. */
  cut(): void
}

/** How it differs from a server that takes everything at once. */
export interface TalkingServerOptions {
  /** As for `speakSmtp`. */
  readonly answer?: (command: string, line: string) => string | undefined
  /** How long it is silent first, in milliseconds; 0 unless given. */
  readonly greetAfterMs?: number
}

/** Opens a server for one test. */
export async function openTalkingServer({
  answer,
  greetAfterMs = 0,
}: TalkingServerOptions = {}): Promise<TalkingServer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  const content: string[] = []
  const note = (command: string, line: string) => {
    if (command === 'content') content.push(line)
    else commands.push(command)
    return answer?.(command, line)
  }
  const { url } = await openRawServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    setTimeout(() => speakSmtp(socket, note), greetAfterMs)
  })
  return {
    url,
    commands,
    content,
    openConnections: () => sockets.size,
    say(text) {
      for (const socket of sockets) socket.write(text)
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
