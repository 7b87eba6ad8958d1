import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SmtpServer } from './smtp-url.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** From the look-up of its name to the end of the greeting. Default 10,000. */
  readonly connectionMs: number
  /** For the greeting, and for a change to TLS. Default 10,000. */
  readonly greetingMs: number
  /** Until a connection is ready for a mail, login included. Default 20,000. */
  readonly readyMs: number
  /** Without any data on a connection, in either direction. Default 60,000. */
  readonly silenceMs: number
}

/**
 * Provides the content of one mail.
 *
 * @param content The whole content.
 * @returns The stream that the driver reads, once the server has asked for the content.
 */
export type ContentSource = (content: Buffer) => Readable

/** The mail driver. It reads the content of a mail only when the server has asked for it. */
export interface Transport {
  /**
   * Sends one mail. Resolves to the server's answer when it has accepted it; aborting the signal stops it before that.
   * Rejects with the driver's error.
   *
   * @param source Called when a connection is ready and the mail begins. Called again if the server had
   * closed that idle connection and another one is used.
   */
  send(mail: SendMailOptions, signal: AbortSignal, source: ContentSource): Promise<string>
  /** Resolves when the server can be reached, login included; rejects with the driver's error. */
  verify(): Promise<unknown>
  /** Lets mails that have a connection finish, fails the others, and accepts no more. */
  close(): void
}

/** Milliseconds after which an idle connection is closed, before the server closes it. */
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
    // One retry, for a connection that the server had closed meanwhile. The driver retries only while it has
    // read nothing of the content.
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
      return answerIn(await transport.sendMail({ ...mail, signal }))
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}

/** The server's answer in what the driver says of a mail that was sent. */
function answerIn(sent: unknown): string {
  return typeof sent === 'object' && sent !== null && 'response' in sent
    ? String(sent.response)
    : ''
}
