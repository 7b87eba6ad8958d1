import { type Mailer, PortError } from '@gatehouse/auth-core'
import { createTransport, type NodemailerError } from 'nodemailer'
import { hasControlCharacter } from './control-characters.ts'
import { mailFailure } from './mail-failure.ts'
import { isMailboxAddress } from './mailbox-address.ts'
import { renderMail } from './render-mail.ts'
import type { MailLinks } from './rendered-mail.ts'
import { parseSender, type Sender } from './sender.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** From looking up its name to the end of the greeting. Default 10,000. */
  readonly connectionMs: number
  /** For the greeting, and for a change to TLS. Default 10,000. */
  readonly greetingMs: number
  /** Of silence at any later step. Default 20,000. */
  readonly silenceMs: number
  /** For one mail or one readiness check, waiting for a free connection included. Default 30,000. */
  readonly totalMs: number
}

/** What {@link createSmtpMailer} needs. */
export interface SmtpMailerOptions {
  /**
   * `smtps://user:password@host:port`, or `smtp://…` for STARTTLS where the server offers it. With
   * `?requireTLS=true`, and with a password for another machine, there is no mail without TLS;
   * `?requireTLS=false` lifts that.
   */
  readonly url: string
  /** Whom mails come from: `address` or `Name <address>`. */
  readonly from: string
  readonly links: MailLinks
  /** What the service is called in mails. Default `Gatehouse`. */
  readonly productName?: string
  readonly timeouts?: Partial<SmtpTimeouts>
}

/** A {@link Mailer} that keeps connections open. */
export interface SmtpMailer extends Mailer {
  /** Returns when the mails on their way have left or failed. Later ones fail. */
  close(): Promise<void>
}

const defaults: SmtpTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  silenceMs: 20_000,
  totalMs: 30_000,
}

const maxConnections = 5

/**
 * A mailer that hands mails to an SMTP server (RFC 5321), over a few connections that stay open.
 * Each mail has one recipient, a plain text and an HTML body, and says that a program wrote it (RFC
 * 3834). A mail that carries a control character, or whose recipient is not a plain address, is
 * refused as `rejected`.
 *
 * @throws {TypeError} When the URL, the sender or the product name cannot be used.
 */
export function createSmtpMailer(options: SmtpMailerOptions): SmtpMailer {
  const { url, from, links, productName = 'Gatehouse' } = options
  const timeouts = { ...defaults, ...options.timeouts }
  const sender = parseSender(from)
  if (hasControlCharacter(productName)) throw new TypeError('The product name is one line of text.')
  const transport = openTransport(url, timeouts)
  const underway = new Set<Promise<unknown>>()

  return {
    async send(id, mail) {
      const envelope = address(id, mail.to, sender)
      if (hasControlCharacter(mail)) throw refused('A control character in the mail.')
      const { subject, text, html } = renderMail(mail, { productName, links })
      const delivery = transport.sendMail({
        ...envelope,
        // Readers decode this anywhere in a subject (RFC 2047), control characters included.
        subject: subject.replaceAll('=?', '= ?'),
        text,
        html,
        signal: AbortSignal.timeout(timeouts.totalMs),
      })
      underway.add(delivery)
      await delivery.catch(fail).finally(() => underway.delete(delivery))
    },
    async checkReady() {
      await within(timeouts.totalMs, transport.verify().catch(fail))
    },
    async close() {
      transport.close()
      await Promise.allSettled(underway)
    },
  }
}

function openTransport(url: string, timeouts: SmtpTimeouts) {
  const { auth, ...server } = parseSmtpUrl(url)
  return createTransport({
    ...server,
    ...(auth === undefined ? {} : { auth }),
    pool: true,
    maxConnections,
    // Once, for a connection that the server had closed in the meantime. Repeating a mail that may
    // have arrived is for the sender's queue to decide.
    maxRequeues: 1,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * The headers and the envelope, from checked addresses and fixed names alone. The addresses are
 * objects, because the driver reads a text as a list of addresses.
 */
function address(id: string, to: string, { name, address: from, domain }: Sender) {
  const messageId = `${id}@${domain}`
  if (!isMailboxAddress(to)) throw refused('The recipient is not one plain address.')
  if (!isMailboxAddress(messageId)) throw refused('The id does not fit into a Message-ID.')
  return {
    from: { name, address: from },
    to: { address: to },
    envelope: { from: { address: from }, to: [{ address: to }] },
    messageId: `<${messageId}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function refused(reason: string): PortError {
  return new PortError('mailer', 'rejected', new Error(reason))
}

function fail(error: NodemailerError): never {
  throw mailFailure(error)
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new PortError('mailer', 'timeout', new Error('No answer to a readiness check.')))
  }, milliseconds)
  try {
    await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
