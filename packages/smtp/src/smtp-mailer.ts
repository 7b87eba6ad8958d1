import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Mail, type Mailer, PortError } from '@gatehouse/auth-core/ports'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import pTimeout from 'p-timeout'

import { type Conversation, converse } from './conversation.ts'
import { hasControlCharacter } from './has-control-character.ts'
import { isMailboxAddress } from './is-mailbox-address.ts'
import { type FaultLog, logFaults } from './log-faults.ts'
import {
  type Accents,
  areColours,
  carriedLogo,
  defaultAccents,
  logoId,
  type MailBrand,
  type MailLogo,
} from './mail-brand.ts'
import { mailFailure, ownFailure } from './mail-failure.ts'
import { openTransport, type SmtpTimeouts, type Transport } from './open-transport.ts'
import { renderMail, renderTestMail } from './render-mail.ts'
import type { MailLinks } from './rendered-mail.ts'
import { parseSender, type Sender } from './sender.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** The options of {@link createSmtpMailer}. */
export interface SmtpMailerOptions {
  /**
   * `smtps://user:password@host:port`, or `smtp://…` for STARTTLS where the server offers it. With
   * `?requireTLS=true`, or with a password for another machine, mail is sent only over TLS;
   * `?requireTLS=false` switches that off.
   */
  readonly url: string
  /** The sender: `Name <address>`, or `address` for the name of the service. */
  readonly from: string
  /** An address of the service: its host is what the mailer says it is, unless `url` says another. */
  readonly serviceUrl?: string | undefined
  /** Where the links in mails lead. */
  readonly links: MailLinks
  /** The name of the service in mails, and of a sender that has none. Default `Gatehouse`. */
  readonly productName?: string
  /** The colours of buttons. Default: blue. */
  readonly accents?: Accents | undefined
  /** Comes with every mail if it is PNG or WebP and has at most 64 KiB; other logos are left out. */
  readonly logo?: MailLogo | undefined
  /** Gets the reasons for which mails are not sent. */
  readonly log?: FaultLog | undefined
  /** The time limits for the mail server. */
  readonly timeouts?: Partial<SmtpTimeouts>
}

/** What came of a test mail. */
export type TestMailResult =
  | {
      /** The server has taken the mail. */
      readonly ok: true
      /** The server's answer. */
      readonly answer: string
    }
  | {
      /** The server has not taken the mail. */
      readonly ok: false
      /** A stable word, and the server's reply code if it gave one. */
      readonly reason: string
      /** What the driver says. No password, no address. */
      readonly answer: string
    }

/** A {@link Mailer} that keeps connections open. */
export interface SmtpMailer extends Mailer {
  /** Sends one mail that says that it is a test. @param to One plain address. */
  sendTest(to: string): Promise<TestMailResult>
  /**
   * Closes the connections. Resolves when the mails whose content was being sent have been accepted or
   * failed; all other mails fail, now and later.
   */
  close(): Promise<void>
}

/** How long a test mail may take, in milliseconds. */
const testMs = 30_000

const defaults: SmtpTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  readyMs: 20_000,
  silenceMs: 60_000,
}

/**
 * A mailer that hands mails to an SMTP server (RFC 5321), over connections that are kept for further mails,
 * one for each mail under way. Each mail has one recipient, a plain text and an HTML body, and is marked as
 * sent by a program (RFC 3834). A mail that carries a control character, or whose recipient is not a plain
 * address, is refused as `rejected`.
 *
 * @throws {TypeError} When the URL, the sender, the product name or a colour is invalid.
 */
export function createSmtpMailer(options: SmtpMailerOptions): SmtpMailer {
  const { url, from, links } = options
  const timeouts = { ...defaults, ...options.timeouts }
  const brand = brandOf(options)
  const { name, ...address } = parseSender(from)
  const sender = { ...address, name: name || brand.name }
  const server = parseSmtpUrl(url)
  const transport = openTransport(
    { ...server, name: server.name ?? hostNameOf(options.serviceUrl) },
    timeouts,
  )
  const { readyMs } = timeouts
  const underWay = new Set<Conversation>()

  const write = (id: string, mail: Mail): SendMailOptions => {
    const envelope = envelopeOf(id, mail.to, sender)
    if (hasControlCharacter(mail)) throw refused('A control character in the mail.')
    const { subject, text, html } = renderMail(mail, { brand, links })
    // Readers decode this anywhere in a subject (RFC 2047), control characters included.
    const attachments = attachedLogo(brand)
    return { ...envelope, ...attachments, subject: subject.replaceAll('=?', '= ?'), text, html }
  }

  const mailer: Mailer = {
    async prepare(id, mail, patienceSeconds) {
      const limits = { readyMs, acceptanceMs: patienceSeconds * 1000 }
      const conversation = converse(transport, write(id, mail), limits)
      underWay.add(conversation)
      void conversation.over.finally(() => underWay.delete(conversation))
      return conversation.delivery
    },
    async checkReady() {
      const limit = { milliseconds: readyMs, fallback: failLate }
      await pTimeout(transport.verify().catch(fail), limit)
    },
  }
  const writeTest = (to: string): SendMailOptions => ({
    ...envelopeOf(`test-${randomUUID()}`, to, sender),
    ...attachedLogo(brand),
    ...renderTestMail(brand),
  })
  return {
    sendTest: async (to) => sendNow(transport, writeTest(to)),
    ...(options.log ? logFaults(mailer, options.log) : mailer),
    async close() {
      for (const conversation of underWay) conversation.abandon()
      transport.close()
      await Promise.all([...underWay].map(({ over }) => over))
    },
  }
}

async function sendNow(transport: Transport, mail: SendMailOptions): Promise<TestMailResult> {
  const signal = AbortSignal.timeout(testMs)
  try {
    const answer = await transport.send(mail, signal, (content) => Readable.from([content]))
    return { ok: true, answer }
  } catch (error) {
    const late = signal.aborted && ownFailure('timeout', 'no_answer', 'no answer in time')
    const { reason, cause } = late || mailFailure(error as NodemailerError)
    return { ok: false, reason, answer: cause instanceof Error ? cause.message : reason }
  }
}

function brandOf({ productName: name = 'Gatehouse', accents, logo }: SmtpMailerOptions): MailBrand {
  if (hasControlCharacter(name)) throw new TypeError('The product name is one line of text.')
  if (accents && !areColours(accents)) throw new TypeError('A colour is # and six digits.')
  return { name, accents: accents ?? defaultAccents, logo: carriedLogo(logo) }
}

/** The logo as a part of the mail that its HTML shows (RFC 2392). */
function attachedLogo({ logo }: MailBrand): Pick<SendMailOptions, 'attachments'> {
  if (!logo) return {}
  const { type: contentType, bytes: content } = logo
  return {
    attachments: [
      { cid: logoId, content, contentType, contentDisposition: 'inline', filename: false },
    ],
  }
}

/**
 * The headers and the envelope, from checked addresses and fixed names alone. The addresses are
 * objects, because the driver reads a text as a list of addresses.
 */
function envelopeOf(id: string, to: string, { name, address: from, domain }: Sender) {
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

function failLate(): never {
  throw ownFailure('timeout', 'no_answer', 'No answer to a readiness check.')
}

function fail(error: NodemailerError): never {
  throw mailFailure(error)
}

/** Relays refuse a name that is none in the DNS, as that of a container. */
function hostNameOf(address: string | undefined): string | undefined {
  const hostname = address === undefined ? '' : new URL(address).hostname
  return /[a-z]$/i.test(hostname) && hostname.includes('.') ? hostname : undefined
}
