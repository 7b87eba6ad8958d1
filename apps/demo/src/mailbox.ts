import type { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type APIServer, createAPIServer } from '@maildev/api'
import { FileStorage } from '@maildev/core'
import { createSMTPServer } from '@maildev/smtp'
import { registerUI } from '@maildev/ui/server'

/** Where the mailbox listens, and where it keeps mails. */
export interface MailboxOptions {
  /** TCP port for SMTP; 0 takes a free one. */
  readonly smtpPort: number
  /** TCP port for the web page and `/api/email`; 0 takes a free one. */
  readonly webPort: number
  /** The folder of the mails, which survive a restart; created if missing. */
  readonly directory: string
}

/** A mail server that catches all mails, and shows them on a web page. */
export interface Mailbox {
  /** The port it listens on for SMTP. */
  readonly smtpPort: number
  /** The port of the web page. */
  readonly webPort: number
  /** Closes both ports; stored mails stay. */
  stop(): Promise<void>
}

const loopback = '127.0.0.1'
const maxMails = 500
const maxMailBytes = 5 * 1024 * 1024

/**
 * Starts MailDev, which catches mail and shows it, on loopback.
 *
 * It is put together from its parts because its own start lets any web site read the mails, which
 * hold links and codes that open accounts: here only its own page may.
 * @throws {Error} if a port is taken (`code` is `EADDRINUSE`); nothing is left running.
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { directory } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const storage = new FileStorage({ mailDirectory: directory, maxEmails: maxMails })
  await storage.initialize()
  const smtp = createSMTPServer({
    host: loopback,
    port: options.smtpPort,
    storage,
    mailDir: directory,
    maxMessageSize: maxMailBytes,
    logger: false,
  })
  const web = createAPIServer({
    host: loopback,
    port: options.webPort,
    storage,
    smtp,
    cors: { origin: false, credentials: false },
  })
  await smtp.start()
  try {
    await smtp.pruneMailDir(maxMails)
    await smtp.loadMailsFromDirectory()
    await listenForOwnPageOnly(web)
  } catch (error) {
    await smtp.stop()
    throw error
  }
  return {
    smtpPort: smtp.getPort(),
    webPort: web.getPort() ?? options.webPort,
    async stop() {
      await web.stop()
      await smtp.stop()
      await storage.close()
    },
  }
}

async function listenForOwnPageOnly(web: APIServer): Promise<void> {
  await web.registerPlugins()
  await registerUI(web.server)
  const { server } = web.server
  // Around every listener, because a hook of the web framework does not see answers of Socket.io.
  guard(server, 'request', (response: ServerResponse) => response.writeHead(403).end())
  guard(server, 'upgrade', (socket: Duplex) => socket.destroy())
  await web.listen()
}

function guard<Answer>(
  server: EventEmitter,
  event: 'request' | 'upgrade',
  refuse: (answer: Answer) => void,
): void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  server.on(event, (request: IncomingMessage, answer: Answer, ...rest: unknown[]) => {
    if (!isOwnPage(request.headers)) return refuse(answer)
    for (const listener of listeners) Reflect.apply(listener, server, [request, answer, ...rest])
  })
}

/**
 * Whether a request comes from the mailbox's own page; false for scripts of other sites, and for a name that
 * an attacker pointed to loopback.
 */
function isOwnPage({ host = '', origin }: IncomingHttpHeaders): boolean {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)
  return (
    isLocal && (origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`)
  )
}
