import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { closeAfterTest } from './close-after-test.ts'

/** A mail as the server got it. */
export interface CaughtMail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly source: string
  /** Which of the server's connections it came over, counted from 1. */
  readonly connection: number
}

/** A real SMTP server on loopback that keeps what it is given. */
export interface MailSink {
  readonly url: string
  readonly mails: readonly CaughtMail[]
  /** The first mail; fails when there is not exactly one. */
  onlyMail(): CaughtMail
}

/**
 * Opens a sink for one test, without TLS and login unless the options of the server say otherwise.
 */
export async function openMailSink(options: SMTPServerOptions = {}): Promise<MailSink> {
  const mails: CaughtMail[] = []
  const connections: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 10,
    onConnect({ id }, accept) {
      connections.push(id)
      accept()
    },
    onData(stream, { envelope, id }, answer) {
      const keep = async () => {
        const source = await text(stream)
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map((recipient) => recipient.address),
          source,
          connection: connections.indexOf(id) + 1,
        })
      }
      keep().then(() => answer(), answer)
    },
    ...options,
  })
  // A client that gives up is what some tests are about.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = addressOf(listening.address())
  closeAfterTest(() => new Promise((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onlyMail() {
      const [mail, ...others] = mails
      if (mail === undefined || others.length > 0) throw new Error(`${mails.length} mails came`)
      return mail
    },
  }
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the sink has no port')
  return address
}
