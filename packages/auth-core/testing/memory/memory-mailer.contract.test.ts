import { PortError } from '../../src/ports/index.ts'
import { mailerContract } from '../contracts/mailer-contract.ts'
import { createMemoryMailer } from './memory-mailer.ts'

const mailer = createMemoryMailer()

mailerContract('memory', {
  open: async () => mailer,
  openBroken: async () => failing(new PortError('mailer', 'unavailable')),
  openRejecting: async () => failing(new PortError('mailer', 'rejected')),
  received: async () =>
    mailer.sent.map(({ id, mail }) => ({
      messageId: id,
      to: mail.to,
      text: JSON.stringify(mail),
    })),
})

function failing(error: PortError) {
  const failed = createMemoryMailer()
  failed.failWith(error)
  return failed
}
