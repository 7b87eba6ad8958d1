import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gatehouse/test-services'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: ParsedMail['headers']
  /** The name and address of its sender. */
  readonly from: string
  /** When its last byte had come, in epoch milliseconds. */
  readonly receivedAt: number
}

/** A real SMTP server that keeps what it gets. */
export interface MailServer {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /**
   * Waits for a mail to an address whose subject matches.
   *
   * @param which The n-th that came, or the first that names this text: mails that were due at the same time
   *   come in any order. The first of all unless told.
   */
  waitFor(to: string, subject: RegExp, which?: number | string): Promise<ReceivedMail>
  /** From now on says nothing to a client that names this recipient. */
  hangOver(address: string): void
  /** How many clients wait for such an answer. */
  hanging(): number
  /** Says nothing wrong any more, except to those that wait already. */
  recover(): void
  stop(): Promise<void>
}

const patienceMs = 20_000

/** Starts it on a free port, or on a given one. */
export async function startMailServer(port?: number): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const hangsOver = new Set<string>()
  const hanging = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Clients keep connections open for later; to stop is to be down at once.
    closeTimeout: 50,
    onAuth: ({ username = '' }, _session, callback) => callback(null, { user: username }),
    onRcptTo({ address }, { id }, callback) {
      if (hangsOver.has(address)) hanging.add(id)
      else callback()
    },
    onClose({ id }) {
      hanging.delete(id)
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      simpleParser(stream).then(
        (parsed) => {
          mails.push(received(parsed, to))
          callback()
        },
        (error: unknown) => callback(error as Error),
      )
    },
  })
  const bound = port ?? (await freePort())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(bound, '127.0.0.1', resolve)
  })
  server.on('error', () => undefined)
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    async waitFor(to, subject, which = 1) {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const found = mails.filter((mail) => mail.to.includes(to) && subject.test(mail.subject))
        const mail =
          typeof which === 'number'
            ? found[which - 1]
            : found.find(({ text }) => text.includes(which))
        if (mail) return mail
        if (Date.now() > deadline) throw new Error(`no mail ${which} like ${subject} for ${to}`)
        await sleep(25)
      }
    },
    hangOver: (address) => hangsOver.add(address),
    hanging: () => hanging.size,
    recover: () => hangsOver.clear(),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function received(parsed: ParsedMail, to: readonly string[]): ReceivedMail {
  return {
    id: parsed.messageId ?? '',
    from: parsed.from?.text ?? '',
    receivedAt: Date.now(),
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: parsed.headers,
  }
}

/** The six digits of a code mail. */
export function codeIn({ text }: ReceivedMail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? []
  if (code === undefined) throw new Error('the mail has no code')
  return code
}

/** The tokens of the links in a mail, in order. */
export function tokensIn({ text }: ReceivedMail): readonly string[] {
  return Array.from(text.matchAll(/#token=([A-Za-z0-9_-]+)/g), ([, token]) => token ?? '')
}
