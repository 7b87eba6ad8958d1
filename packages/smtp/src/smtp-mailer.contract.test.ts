import { mailerContract, type ReceivedMail, registerContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { type CaughtMail, type MailSink, openMailSink } from '../test-support/mail-sink.ts'
import { openMailer } from '../test-support/open-mailer.ts'
import { openRawServer } from '../test-support/raw-server.ts'
import { openTalkingServer } from '../test-support/talking-server.ts'

let sink: MailSink | undefined

registerContract(
  { describe, it },
  'smtp',
  mailerContract({
    open: async () => {
      sink = await openMailSink()
      return openMailer(sink.url)
    },
    openBroken: async () => {
      const { url, close } = await openRawServer(() => {})
      await close()
      return openMailer(url)
    },
    openRejecting: async () => {
      const refusing = await openMailSink({
        onRcptTo({ address }, _, answer) {
          answer(Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 }))
        },
      })
      return openMailer(refusing.url)
    },
    openBusy: async () => openMailer((await openTalkingServer({ answer: busy })).url),
    openSilent: async (about) => {
      const silentAt = about === 'recipient' ? 'RCPT' : 'end of data'
      const answer = (command: string) => (command === silentAt ? '' : undefined)
      // Nothing but the patience ends the wait.
      const timeouts = { readyMs: 60_000, silenceMs: 60_000 }
      return openMailer((await openTalkingServer({ answer })).url, { timeouts })
    },
    received: () => Promise.all((sink?.mails ?? []).map(read)),
  }),
)

function busy(command: string): string | undefined {
  return command === 'RCPT' ? '450 4.2.0 Try again later\r\n' : undefined
}

async function read({ source, recipients }: CaughtMail): Promise<ReceivedMail> {
  const { messageId = '', subject = '', text = '' } = await simpleParser(source)
  return { messageId, to: recipients.join(), text: `${subject}\n${text}` }
}
