import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SmtpServer } from './smtp-url.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** From looking up its name to the end of the greeting. Default 10,000. */
  readonly connectionMs: number
  /** For the greeting, and for a change to TLS. Default 10,000. */
  readonly greetingMs: number
  /** Until a connection is there that a mail can begin on, login included. Default 20,000. */
  readonly readyMs: number
  /** Of silence on a connection, ours included. Default 60,000. */
  readonly silenceMs: number
}

/**
 * Gives the content of one mail.
 *
 * @param content The whole of it.
 * @returns What the driver reads. It begins to read when the server has asked for the content.
 */
export type ContentSource = (content: Buffer) => Readable

/** The driver, which gets the content of a mail when the server has asked for it. */
export interface Transport {
  /**
   * Sends one mail. Resolves when the server has taken it; aborting the signal ends it before.
   * Rejects with the driver's error.
   *
   * @param source Called when a connection is ready and the mail begins. Again, if that connection
   *   turns out to have been closed by the server while it was idle, and another is taken.
   */
  send(mail: SendMailOptions, signal: AbortSignal, source: ContentSource): Promise<void>
  /** Resolves when the server can be reached, login included; rejects with the driver's error. */
  verify(): Promise<unknown>
  /** Lets mails that have a connection finish, fails the others, and takes none after. */
  close(): void
}

/** An idle connection is closed after this long, before the server closes it. */
const idleMs = 30_000

/** Opens connections as they are needed, one for each mail that is under way. */
export function openTransport(
  { auth, name, ...server }: SmtpServer,
  timeouts: SmtpTimeouts,
): Transport {
  const sources = new WeakMap<AbortSignal, ContentSource>()
  const transport = createTransport({
    ...server,
    ...(auth && { auth }),
    ...(name !== undefined && { name }),
    // Where mails may go in the clear, TLS with whomever is no worse (RFC 7435, section 3).
    tls: { rejectUnauthorized: server.secure || server.requireTLS },
    pool: true,
    maxConnections: Number.POSITIVE_INFINITY,
    // Once, for a connection that the server had closed in the meantime. The driver does that only
    // while it has read nothing of the content.
    maxRequeues: 1,
    idleTimeout: idleMs,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ data: { signal }, message }, done) => {
    message.build().then((content) => {
      const source = signal && sources.get(signal)
      if (source) message.createReadStream = () => source(content)
      done()
    }, done)
  })

  return {
    async send(mail, signal, source) {
      sources.set(signal, source)
      await transport.sendMail({ ...mail, signal })
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}
