import { mailerContract, type ReceivedMail } from '@gatehouse/auth-core/contracts'
import { simpleParser } from 'mailparser'
import { type CaughtMail, type MailSink, openMailSink } from '../test-support/mail-sink.ts'
import { openMailer } from '../test-support/open-mailer.ts'
import { openRawServer } from '../test-support/raw-server.ts'

let sink: MailSink | undefined

mailerContract('smtp', {
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
  received: () => Promise.all((sink?.mails ?? []).map(read)),
})

async function read({ source, recipients }: CaughtMail): Promise<ReceivedMail> {
  const { messageId = '', subject = '', text = '' } = await simpleParser(source)
  return { messageId, to: recipients.join(), text: `${subject}\n${text}` }
}
